import { TEXTS } from '../../../contract/texts.ts';
import { defineTexts } from '../../lib/i18n/index.ts';

const english = {
  addUser: 'Add User',
  addUserText: 'The user can log in at once and is asked to choose a new password.',
  userAdded: TEXTS.userAdded,
  username: 'Username',
  password: 'Password',
  passwordHint: 'At least {{count}} characters',
  title: 'View/Modify Users',
  users: 'Users',
  user_id: 'User Id',
  is_active: 'Active',
  active: 'Active',
  inactive: 'InActive',
  administrator: 'Administrator',
  edit: 'Edit',
  promote: 'Make administrator',
  demote: 'Remove administrator',
  editTitle: 'Edit user {{name}}',
  keepPassword: 'Leave it as it is to keep the password.',
  saved: '{{name}} is saved',
  promoteTitle: 'Make {{name}} an administrator?',
  promoteText: 'Administrators see and change all projects, users and assignments.',
  demoteTitle: 'Remove administrator rights from {{name}}?',
  demoteText: 'Only the projects that are assigned to the user stay visible to them.',
  newAccount: 'Create New Account',
  create: 'Create',
  deactivateTitle: 'Deactivate {{name}}?',
  deactivateText: 'They are logged out at once and cannot log in until they are made active again.',
  deactivateWork_one: '{{count, number}} open object stays assigned to them and waits.',
  deactivateWork_other: '{{count, number}} open objects stay assigned to them and wait.',
  deactivate: 'Deactivate',
  notDeactivated: '{{name}} was created, but is active: {{reason}}',
  empty: 'No users',
} as const;

export type UserTexts = typeof english;
export const useUserTexts = defineTexts('users', english);
