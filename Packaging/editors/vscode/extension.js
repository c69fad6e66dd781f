// Visual Studio Code: starts `cardex lsp`, and gives it the files that package.json names.
const { workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

exports.activate = () => {
  const command = workspace.getConfiguration('cardex').get('path', 'cardex');
  const languages = ['plist', 'strings', 'xcstrings', 'json', 'jsonl'];
  const files = ['plist', 'entitlements', 'xcprivacy', 'stringsdict', 'mobileconfig'];
  client = new LanguageClient('cardex', 'Cardex', { command, args: ['lsp'] }, {
    documentSelector: [
      ...languages.map((language) => ({ language })),
      // Another extension may have said what these are.
      { scheme: 'file', pattern: `**/*.{${files.join(',')}}` },
    ],
  });
  return client.start();
};

exports.deactivate = () => client?.stop();
