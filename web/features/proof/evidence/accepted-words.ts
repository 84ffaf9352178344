import {
  CALL_PARTLY,
  DATA_DIFFERENT,
  DATA_PARTLY,
} from '../../../../contract/proof/definitions.ts';
import type { Texts } from '../../../lib/i18n/index.ts';

/** The part of a definition that a finding is about, by the prefix of its code. */
const PARTS = {
  object: 'object',
  column: 'column',
  type: 'column',
  primaryKey: 'primary key',
  uniqueKey: 'unique key',
  foreignKey: 'foreign key',
  check: 'check',
  index: 'index',
  trigger: 'trigger',
  rule: 'rule',
  grant: 'grant',
  numbering: 'column',
  parameter: 'parameter',
  returns: 'returns',
  text: 'text',
  comment: 'comment',
} as const;

/** The subject of an acceptance, in words. */
export function describeAccepted(t: Texts<'pair'>, code: string, name: string | null): string {
  if (code === DATA_DIFFERENT) return t('acceptedOf_rows');
  if (code === DATA_PARTLY) return t('acceptedOf_rowsPart');
  if (code === CALL_PARTLY) return t('acceptedOf_callPart');
  const start = code.split('.')[0]!;
  const part = Object.hasOwn(PARTS, start) ? PARTS[start as keyof typeof PARTS] : 'object';
  return [t(`part_${part}`), name].filter(Boolean).join(' ');
}
