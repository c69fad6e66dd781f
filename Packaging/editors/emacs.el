;;; emacs.el --- Property lists, strings files, String Catalogs and JSON with Eglot  -*- lexical-binding: t -*-
;; Emacs 28 with the package eglot, or 29 and later: copy this file to where load-path leads, as cardex.el,
;; and put (require 'cardex) into init.el.
(require 'eglot)
(require 'nxml-mode)
(require 'js)

;; Modes of their own, so that other files in XML and JSON have no server that does not know them.
(define-derived-mode cardex-xml-mode nxml-mode "Plist"
  "Property lists in XML."
  (rng-validate-mode 0)) ; the server says what is wrong
(define-derived-mode cardex-json-mode js-mode "JSON"
  "Lists in JSON, and String Catalogs.")
(define-derived-mode cardex-text-mode prog-mode "OpenStep"
  "Property lists in the format of OpenStep, and strings files."
  (setq-local comment-start "/* " comment-end " */" font-lock-defaults '(nil)))
;; What completion takes for a word ends at these.
(dolist (mark '(?< ?> ?&)) (modify-syntax-entry mark "." cardex-xml-mode-syntax-table))
(modify-syntax-entry ?= "." cardex-text-mode-syntax-table)
(modify-syntax-entry ?/ ". 124b" cardex-text-mode-syntax-table)
(modify-syntax-entry ?* ". 23" cardex-text-mode-syntax-table)
(modify-syntax-entry ?\n "> b" cardex-text-mode-syntax-table)

(defun cardex-plist-mode ()
  "The mode for what the text of a property list is written in."
  (interactive)
  (if (save-excursion (goto-char (point-min)) (looking-at-p "\\s-*<[?!a-z]"))
      (cardex-xml-mode) (cardex-text-mode)))

(dolist (mode '(("\\.plist\\'" . cardex-plist-mode)
                ("\\.\\(entitlements\\|xcprivacy\\|stringsdict\\|mobileconfig\\)\\'" . cardex-xml-mode)
                ("\\.strings\\'" . cardex-text-mode)
                ;; For all JSON: ("\\.json\\'" . cardex-json-mode)
                ("\\.\\(xcstrings\\|jsonl\\)\\'" . cardex-json-mode)))
  (add-to-list 'auto-mode-alist mode))
;; Eglot does not fold. C-c @ C-c, as in Hideshow, folds or unfolds what is at point; with C-u, it folds
;; all but what point is in.
(defun cardex--folds ()
  "What the server says can be folded: beginnings and ends, the outer ones first."
  (mapcar (lambda (range)
            (mapcar (lambda (line)
                      (save-excursion
                        (goto-char (point-min))
                        (line-end-position (1+ (plist-get range line)))))
                    '(:startLine :endLine)))
          (jsonrpc-request (eglot--current-server-or-lose) :textDocument/foldingRange
                           (list :textDocument (eglot--TextDocumentIdentifier))
                           :deferred :textDocument/foldingRange)))
(defun cardex--fold (range)
  (let ((overlay (make-overlay (car range) (cadr range))))
    (overlay-put overlay 'invisible 'cardex)
    (overlay-put overlay 'isearch-open-invisible #'delete-overlay)))
(defun cardex-unfold-all ()
  "Show everything."
  (interactive)
  (remove-overlays nil nil 'invisible 'cardex))
(defun cardex-fold (others)
  "Fold what is at point, or unfold it; if OTHERS, fold all that point is not in."
  (interactive "P")
  (add-to-invisibility-spec '(cardex . t))
  (let* ((place (line-end-position))
         (is-around (lambda (range) (<= (car range) place (cadr range))))
         (folded (seq-filter (lambda (overlay) (eq (overlay-get overlay 'invisible) 'cardex))
                             (overlays-in place (1+ place)))))
    (cond (others (mapc #'cardex--fold (seq-remove is-around (cardex--folds))))
          (folded (mapc #'delete-overlay folded))
          (t (let ((inner (last (seq-filter is-around (cardex--folds)))))
               (unless inner (user-error "Nothing to fold here"))
               (goto-char (caar inner))
               (beginning-of-line)
               (cardex--fold (car inner)))))))
(dolist (map (list cardex-xml-mode-map cardex-json-mode-map cardex-text-mode-map))
  (define-key map (kbd "C-c @ C-c") #'cardex-fold)
  (define-key map (kbd "C-c @ C-a") #'cardex-unfold-all))

(add-to-list 'eglot-server-programs
             '((cardex-xml-mode cardex-json-mode cardex-text-mode) . ("cardex" "lsp")))
(dolist (hook '(cardex-xml-mode-hook cardex-json-mode-hook cardex-text-mode-hook))
  (add-hook hook #'eglot-ensure))
(provide 'cardex)
