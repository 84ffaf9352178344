import { i18n } from './index.ts';

/** Parts whose keys are also the names of fields on the wire. */
const LABELS = ['projects', 'users', 'object-words', 'assignments'];

/** The name of a field as its label says it. */
export function labelOf(field: string): string {
  const part = LABELS.find((ns) => i18n.exists(field, { ns }));
  return part ? i18n.t(field, { ns: part }) : field.replaceAll('_', ' ');
}
