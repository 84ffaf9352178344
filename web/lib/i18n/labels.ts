import { i18n, texts } from './index.ts';

/** Parts whose keys are also field names of the API. */
const LABELS = {
  projects: texts('projects'),
  users: texts('users'),
  'object-words': texts('object-words'),
  assignments: texts('assignments'),
};

/** The label of a field. */
export function labelOf(field: string): string {
  const part = Object.entries(LABELS).find(([ns]) => i18n.exists(field, { ns }));
  return part ? part[1](field as never) : field.replaceAll('_', ' ');
}
