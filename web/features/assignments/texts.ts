import { defineTexts } from '../../lib/i18n/index.ts';

export const useAssignmentTexts = defineTexts('assignments', {
  title: 'Assign Project',
  text: 'Gives a user a role on a project. One person may hold both roles.',
  user: 'User',
  project: 'Project',
  role: 'Role',
  developer: 'developer',
  tester: 'tester',
  choose: 'Choose…',
  assign: 'Assign',
});
