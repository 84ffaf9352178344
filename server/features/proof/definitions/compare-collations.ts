import { message } from '../../../../contract/messages/message.ts';
import type { Column, TableDefinition } from '../../../../connectors/core/definitions.ts';
import { type RawFinding, finding } from './raw-finding.ts';
import { type ReadKey, uniquesOf } from './unique-keys.ts';
import type { FindingCode } from './without-repair.ts';

const OTHER = {
  case: message('definition.otherCase'),
  accents: message('definition.otherAccents'),
  both: message('definition.otherCaseAndAccents'),
} as const;
const IN_KEYS = {
  [OTHER.case.code]: message('definition.uniqueCase'),
  [OTHER.accents.code]: message('definition.uniqueAccents'),
  [OTHER.both.code]: message('definition.uniqueCaseAndAccents'),
};

/** Compares whether columns distinguish case and accents. */
export function compareCollations(source: Column, target: Column): RawFinding[] {
  const [from, to] = [isSensitive(source), isSensitive(target)];
  // Null where the engine does not say.
  if (from === null || to === null) return [];
  const add = (code: FindingCode, from: string, to: string, which: keyof typeof OTHER) => [
    finding(code, 'column', source.name, from, to, {
      answer: 'compatible',
      severity: 'info',
      detail: OTHER[which],
      advice: message('definition.otherCaseAdvice'),
    }),
  ];
  const isOtherAccent = isAccentBlind(source) !== isAccentBlind(target);
  if (from !== to)
    return add('column.case', caseText(from), caseText(to), isOtherAccent ? 'both' : 'case');
  return isOtherAccent
    ? add('column.accents', accentText(source), accentText(target), 'accents')
    : [];
}

const isAccentBlind = ({ accentBlind }: Column): boolean => accentBlind === true;
/** Binary values are compared byte by byte, and so are always case-sensitive. */
export const isSensitive = ({ canonical, caseSensitive }: Column): boolean | null =>
  canonical.kind === 'binary' || caseSensitive;
const caseText = (isOfCase: boolean): string => (isOfCase ? 'case-sensitive' : 'case-insensitive');
const accentText = (column: Column): string =>
  isAccentBlind(column) ? 'accent-insensitive' : 'accent-sensitive';

/**
 * Raises findings about case and accents in columns of keys, which accept or reject other rows then; a key that only the
 * target has is a finding of its own.
 */
export function raiseCollationsInKeys(
  findings: readonly RawFinding[],
  source: TableDefinition,
  target: TableDefinition,
  nameOf: (name: string) => string,
): RawFinding[] {
  const keysOf = (table: TableDefinition): ReadKey[] =>
    [table.primaryKey, ...uniquesOf(table)].filter((key) => key !== null);
  const own = keysOf(source);
  const theirs = keysOf(target);
  const ofColumn = (keys: readonly ReadKey[], name: string) =>
    keys.filter(({ columns }) => columns.includes(name));
  const isLikeOther = (keys: readonly ReadKey[], name: string): boolean =>
    keys.length > 0 && keys.every(({ likeOther }) => likeOther?.includes(name));
  return findings.map((one) => {
    const detail = IN_KEYS[one.detail.code];
    const [name, as] = [one.name ?? '', nameOf(one.name ?? '')];
    const of = [ofColumn(own, name), ofColumn(theirs, as)] as const;
    if (!detail || of[0].length === 0) return one;
    if (isLikeOther(of[0], name) === isLikeOther(of[1], as))
      return { ...one, severity: 'warning', detail };
    // The keys of one side handle case themselves, so that only accents differ.
    return one.detail.code === OTHER.both.code
      ? { ...one, severity: 'warning', detail: message('definition.uniqueAccents') }
      : one;
  });
}
