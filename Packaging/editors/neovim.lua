-- Neovim, 0.7 or later: copy this file to ~/.config/nvim/plugin/cardex.lua.
-- Property lists, strings files, String Catalogs and JSON: what is wrong and its fixes, outline, folds,
-- completion, renaming. Drop patterns that are not to be checked.
local types = {
  xml = { '*.plist', '*.entitlements', '*.xcprivacy', '*.stringsdict', '*.mobileconfig' },
  strings = { '*.strings' },
  json = { '*.json', '*.jsonl', '*.xcstrings' },
}
local group = vim.api.nvim_create_augroup('cardex', {})

-- Folds are the server's. Before 0.11 Neovim does not ask for them itself: they are asked for here, when a
-- file is opened, saved or left alone for a while, and kept as 'foldexpr' values by line.
local levels, ticks = {}, {}
function _G.cardex_foldexpr()
  local lines = levels[vim.api.nvim_get_current_buf()] or {}
  return lines[vim.v.lnum] or 0
end

local function ask_for_folds(client, buffer)
  local tick = vim.api.nvim_buf_get_changedtick(buffer)
  if ticks[buffer] == tick then return end
  ticks[buffer] = tick
  local text = { textDocument = vim.lsp.util.make_text_document_params(buffer) }
  client.request('textDocument/foldingRange', text, function(failure, ranges)
    if failure or not vim.api.nvim_buf_is_loaded(buffer) then return end
    local lines = {}
    for _, range in ipairs(ranges or {}) do  -- outer ones come first
      local first, last = range.startLine + 1, range.endLine + 1
      local level = (tonumber(tostring(lines[first] or 0):match('%d+'))) + 1
      for line = first + 1, last do lines[line] = level end
      lines[first] = '>' .. level
    end
    levels[buffer] = lines
    for _, window in ipairs(vim.fn.win_findbuf(buffer)) do
      vim.wo[window].foldexpr = 'v:lua.cardex_foldexpr()'
      vim.wo[window].foldmethod = 'expr'  -- folds that are closed stay so
    end
  end, buffer)
end

-- Before 0.10 Neovim finds no suggestion that begins with more than a word, such as '<key>'.
local words
function _G.cardex_complete(is_start)
  if is_start == 0 then return words end
  local answers = vim.lsp.buf_request_sync(
    0, 'textDocument/completion', vim.lsp.util.make_position_params(), 1000)
  local first = vim.fn.col('.') - 1
  words = {}
  for _, answer in pairs(answers or {}) do
    for _, item in ipairs((answer.result or {}).items or {}) do
      local edit = item.textEdit or {}
      if edit.range and item.detail then
        first = vim.str_byteindex(vim.api.nvim_get_current_line(), edit.range.start.character, true)
        table.insert(words, { word = edit.newText:match('[^\n]*'), abbr = item.label, menu = item.detail })
      end
    end
  end
  return first
end

local function attached(client, buffer)
  vim.wo.foldlevel = 99
  if vim.lsp.foldexpr then
    vim.wo.foldmethod, vim.wo.foldexpr = 'expr', 'v:lua.vim.lsp.foldexpr()'
    return  -- and keys are there, too
  end
  ask_for_folds(client, buffer)
  vim.api.nvim_create_autocmd({ 'BufWritePost', 'InsertLeave', 'CursorHold' }, {
    group = group, buffer = buffer, callback = function() ask_for_folds(client, buffer) end,
  })
  -- Those of Neovim 0.11.
  local act = vim.lsp.buf
  for key, what in pairs {
    K = act.hover, gra = act.code_action, grn = act.rename, grr = act.references,
    gO = act.document_symbol, gd = act.definition,
  } do vim.keymap.set('n', key, what, { buffer = buffer }) end
  vim.bo[buffer].omnifunc = 'v:lua.cardex_complete'  -- CTRL-X CTRL-O
end

local servers = {}  -- by their folders, where vim.lsp.start does not see to it
local function start(buffer)
  local folder = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ':p:h')
  local settings = {
    name = 'cardex', cmd = { 'cardex', 'lsp' }, root_dir = folder, on_attach = attached,
  }
  if vim.lsp.start then return vim.lsp.start(settings, { bufnr = buffer }) end
  if not (servers[folder] and vim.lsp.get_client_by_id(servers[folder])) then
    servers[folder] = vim.lsp.start_client(settings)
  end
  if servers[folder] then vim.lsp.buf_attach_client(buffer, servers[folder]) end
end

for type, patterns in pairs(types) do
  vim.api.nvim_create_autocmd({ 'BufRead', 'BufNewFile' }, {
    group = group, pattern = patterns,
    callback = function(event)
      if vim.bo[event.buf].filetype == '' then vim.bo[event.buf].filetype = type end
      start(event.buf)
    end,
  })
end
