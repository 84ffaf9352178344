import { defineTexts } from '../../lib/i18n/index.ts';

export const useSampleTexts = defineTexts('sample', {
  offerTitle: 'Try it without a database server',
  offer:
    'The sample project moves a bookshop from one live database to another, with a developer and a tester. It can be removed without a trace.',
  load: 'Load the sample project',
  loadedTitle: 'The sample project is loaded',
  loaded:
    'Log in with these accounts to see the work of a developer and a tester. The passwords are shown only now.',
  accounts: 'Accounts of the sample',
  username: 'Username',
  password: 'Password',
  role: 'Role',
  copy: 'Copy',
  copied: 'Copied',
  done: 'I have noted them',
  close: 'Close',
  remove: 'Remove the sample project',
  removeTitle: 'Remove the sample project?',
  removeText:
    'Its project, objects, databases and accounts are deleted for good, with everything entered there.',
  removeObjects_one: 'That is {{name}} with {{count, number}} object.',
  removeObjects_other: 'That is {{name}} with {{count, number}} objects.',
  removePeople: 'These accounts are deleted, too: {{names}}.',
  removed: 'The sample project is removed',
});
