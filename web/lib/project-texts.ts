import { defineTexts } from './i18n/index.ts';

/** The words for getting about in a project. */
export const useProjectWords = defineTexts('project-words', {
  inventory: 'Inventory',
  spreadsheet: 'Spreadsheet',
  assign: 'Assign Objects',
  developer: 'Developer',
  testing: 'Testing',
  results: 'Results',
  proof: 'Pairs and Proof',
  pairs: 'Pairs',
  report: 'Proof report',
  source: 'Source',
  target: 'Target',

  projectId: 'Project Id',
  projectName: 'Project Name',
  screens: 'Screens of the project',
  sides: 'Side',
  chooseProject: 'Choose a project',
  otherProject: '{{name}}: choose another project',
  findProject: 'Project name, id or client',
  noneFound: 'No project is called that',
  failed: 'The projects could not be loaded',
  loading: 'Loading…',
  more_one: '{{count, number}} more: type to find it',
  more_other: '{{count, number}} more: type to find them',
});
export type ProjectWords = ReturnType<typeof useProjectWords>;
