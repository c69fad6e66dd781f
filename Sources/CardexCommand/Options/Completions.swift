/// Scripts that let shells complete command lines by asking `cardex __complete`.
enum Completions {
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  static func script(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private static let bash = #"""
    # bash completion for cardex
    _cardex() {
      local kind open head line action=-f
      COMPREPLY=()
      # The words are quoted already.
      {
        read -r kind open
        [[ $kind == words ]] || IFS= read -r head
        while IFS= read -r line; do COMPREPLY+=("${line%%$'\t'*}"); done
      } < <(cardex __complete --line "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
      local current=${COMP_WORDS[COMP_CWORD]}
      case $kind in
        files | directories)
          compopt -o filenames
          [[ $kind == directories ]] && action=-d
          # Only what comes after an open quotation mark is replaced.
          while IFS= read -r line; do
            [[ $line == "$head"* ]] || { COMPREPLY=(); break; }
            [[ -n $head && -d $line ]] && line+=/ open=open
            COMPREPLY+=("${line#"$head"}")
          done < <(compgen $action -- "$current")
          ;;
      esac
      [[ $open == open && ${#COMPREPLY[@]} == 1 ]] && compopt -o nospace
      return 0
    }
    complete -F _cardex cardex

    """#

  private static let zsh = #"""
    #compdef cardex
    # zsh completion for cardex
    _cardex() {
      local line text
      local -a lines texts shown open openShown
      # What is in quotes that have not ended has no other quotes in it.
      local current=$PREFIX
      [[ -n $compstate[quote] ]] || current=${(Q)PREFIX}
      lines=("${(@f)$(cardex __complete "${(@Q)words[2,CURRENT-1]}" "$current" 2>/dev/null)}")
      for line in "${(@)lines[2,-1]}"; do
        text=${line%%$'\t'*}
        if [[ $text == *[=/] ]]; then
          open+=("$text") openShown+=("${line/$'\t'/  -- }")
        else
          texts+=("$text") shown+=("${line/$'\t'/  -- }")
        fi
      done
      compadd -l -M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}' -d shown -a texts
      # A quotation is closed here, where it is otherwise closed with a blank.
      compadd -l -M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}' -S "${compstate[quote][-1]}" -d openShown -a open
      case $lines[1] in
        files) _files ;;
        directories) _files -/ ;;
      esac
    }
    _cardex "$@"

    """#

  private static let fish = #"""
    # fish completion for cardex
    function __fish_cardex
      set -l words (commandline -opc)
      set -l current (commandline -ct)
      # Without its quotes, of which the last may not have ended.
      set -l word (string unescape -- $current; or string unescape -- "$current'"; or string unescape -- "$current\"")
      set -l lines (cardex __complete $words[2..-1] "$word" 2>/dev/null)
      printf '%s\n' $lines[2..-1]
      switch $lines[1]
        case files
          # What is printed is a line, and a name up to a tab.
          for name in $word*
            string match -qr '[\n\t]' -- $name; and continue
            test -d $name; and set name $name/
            printf '%s\n' $name
          end
        case directories
          __fish_complete_directories $current
      end
    end
    complete -c cardex -f -a '(__fish_cardex)'

    """#
}
