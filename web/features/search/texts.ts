import { defineTexts } from '../../lib/i18n/index.ts';

export const useSearchTexts = defineTexts('search', {
  box: 'Search',
  placeholder: 'Search…',
  dialog: 'Search and commands',
  prompt: 'Projects, objects, pages and actions',
  promptAdmin: 'Projects, objects, users, pages and actions',
  projects: 'Projects',
  objects: 'Objects',
  users: 'Users',
  inProject: 'Project {{name}}',
  pages: 'Pages',
  actions: 'Actions',
  searching: 'Searching…',
  nothing: 'Nothing found for “{{query}}”',
  failed: 'The search did not work: {{reason}}',
  source: 'source',
  target: 'target',
});
