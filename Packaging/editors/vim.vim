" Vim 8 or later with ALE, such as the package vim-ale of Debian, which `packadd! ale` in .vimrc loads:
" copy this file to ~/.vim/plugin/cardex.vim.
" Property lists, strings files, String Catalogs and JSON: what is wrong and its fixes, completion, renaming.
" ALE asks for no folds: those by indentation are similar.
augroup cardex
  autocmd!
  autocmd BufRead,BufNewFile *.plist,*.entitlements,*.xcprivacy,*.stringsdict,*.mobileconfig
    \ setlocal filetype=plist syntax=xml
  autocmd BufRead,BufNewFile *.strings setlocal filetype=strings
  autocmd BufRead,BufNewFile *.json,*.jsonl,*.xcstrings setlocal filetype=json
  autocmd FileType plist,strings,json call s:settings()
augroup END

let s:server = {
  \ 'name': 'cardex', 'lsp': 'stdio', 'executable': 'cardex', 'command': '%e lsp',
  \ 'project_root': {buffer -> fnamemodify(bufname(buffer), ':p:h')}}
for s:type in ['plist', 'strings', 'json']
  call ale#linter#Define(s:type, copy(s:server))
endfor

" The keys are those of Neovim.
function s:settings()
  setlocal autoindent omnifunc=ale#completion#OmniFunc foldmethod=indent foldlevel=99
  nnoremap <buffer> K <Cmd>ALEHover<CR>
  nnoremap <buffer> gra <Cmd>ALECodeAction<CR>
  nnoremap <buffer> grn <Cmd>ALERename<CR>
  nnoremap <buffer> grr <Cmd>ALEFindReferences<CR>
  nnoremap <buffer> gd <Cmd>ALEGoToDefinition<CR>
endfunction
