import { defineTexts } from '../../lib/i18n/index.ts';

export const useDashboardTexts = defineTexts('dashboard', {
  title: 'Dashboard',
  subtitle: 'Where the projects stand',
  projects: 'Projects',
  inProgress: 'In progress',
  completed: 'Completed',
  overdue: 'Overdue',
  none: 'There are no projects yet.',
  noneOfMine: 'No project is assigned to you yet.',
  toHome: 'To the HomePage',
  failed: 'The projects could not be loaded.',
  retry: 'Retry',
  source: 'Source objects',
  target: 'Target objects',
  progress: '{{verified}} of {{total}} verified',
  migrated: '{{count}} migrated',
  noObjects: 'Not imported yet',
  due: 'Planned until {{date}}',
  more_one: 'and {{count}} more project',
  more_other: 'and {{count}} more projects',
});
