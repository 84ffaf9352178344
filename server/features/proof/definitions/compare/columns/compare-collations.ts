import { type Message, message } from '../../../../../../contract/messages/message.ts';
import type { Column, TableDefinition } from '../../../../../../connectors/core/definitions.ts';
import { type RawFinding, finding } from '../raw-finding.ts';
import { type ReadKey, uniquesOf } from '../keys/unique-keys.ts';
import type { FindingCode } from '../without-repair.ts';

/** What may count on one side only. */
type Counted = 'case' | 'accents' | 'blanks';

/** What is said where just these count on one side only: of any column, and of one in a unique key. */
const SENTENCES: readonly (readonly [
  counted: readonly Counted[],
  plain: Message,
  inKey: Message,
])[] = [
  [['case'], message('definition.otherCase'), message('definition.uniqueCase')],
  [['accents'], message('definition.otherAccents'), message('definition.uniqueAccents')],
  [['blanks'], message('definition.otherBlanks'), message('definition.uniqueBlanks')],
  [
    ['case', 'accents'],
    message('definition.otherCaseAndAccents'),
    message('definition.uniqueCaseAndAccents'),
  ],
  [
    ['case', 'blanks'],
    message('definition.otherCaseAndBlanks'),
    message('definition.uniqueCaseAndBlanks'),
  ],
  [
    ['accents', 'blanks'],
    message('definition.otherAccentsAndBlanks'),
    message('definition.uniqueAccentsAndBlanks'),
  ],
  [
    ['case', 'accents', 'blanks'],
    message('definition.otherLetters'),
    message('definition.uniqueLetters'),
  ],
];
const sentencesOf = (counted: readonly Counted[]) =>
  SENTENCES.find(([these]) => these.join() === counted.join());

/** Compares whether columns distinguish case, accents and blanks at the end. */
export function compareCollations(source: Column, target: Column): RawFinding[] {
  const [from, to] = [isSensitive(source), isSensitive(target)];
  // Null where the engine does not say.
  if (from === null || to === null) return [];
  const counted: Counted[] = [
    ...(from === to ? [] : ['case' as const]),
    ...(isAccentBlind(source) === isAccentBlind(target) ? [] : ['accents' as const]),
    ...(isPadSpace(source) === isPadSpace(target) ? [] : ['blanks' as const]),
  ];
  const [, detail] = sentencesOf(counted) ?? [];
  // That CHAR became another text, or the other way round, is a finding of its own, which says so of blanks.
  if (!detail || (counted.join() === 'blanks' && isFixed(source) !== isFixed(target))) return [];
  const [code, textOf] = SHOWN[counted[0]!];
  return [
    finding(code, 'column', source.name, textOf(source), textOf(target), {
      answer: 'compatible',
      severity: 'info',
      detail,
      advice: message('definition.otherCaseAdvice'),
    }),
  ];
}

const isAccentBlind = ({ accentBlind }: Column): boolean => accentBlind === true;
/** Binary values are compared byte by byte, and so are always case-sensitive. */
export const isSensitive = ({ canonical, caseSensitive }: Column): boolean | null =>
  canonical.kind === 'binary' || caseSensitive;
const isPadSpace = ({ padSpace }: Column): boolean => padSpace === true;
const isFixed = ({ canonical }: Column): boolean => canonical.kind === 'text' && canonical.fixed;

/** Of a finding, by the first thing that it says: its code, and what it shows of each side. */
const SHOWN: Record<Counted, [FindingCode, (column: Column) => string]> = {
  case: ['column.case', (one) => (isSensitive(one) ? 'case-sensitive' : 'case-insensitive')],
  accents: [
    'column.accents',
    (one) => (isAccentBlind(one) ? 'accent-insensitive' : 'accent-sensitive'),
  ],
  blanks: [
    'column.blanks',
    (one) => (isPadSpace(one) ? 'trailing blanks ignored' : 'trailing blanks count'),
  ],
};

/** Compares how texts sort where either column has a collation of its own: which one a database has is its own affair. */
export function compareSortings(source: Column, target: Column): RawFinding[] {
  const [from, to] = [source.sorting, target.sorting];
  if (!from || !to || (from.declared === undefined && to.declared === undefined)) return [];
  if (from.by === to.by && from.loose === to.loose) return [];
  const textOf = ({ declared, by }: typeof from) =>
    declared === undefined ? `database default (${by})` : `COLLATE ${declared} (${by})`;
  return [
    finding('column.collation', 'column', source.name, textOf(from), textOf(to), {
      answer: 'compatible',
      severity: 'warning',
      detail: message(
        from.loose || to.loose ? 'definition.otherEquality' : 'definition.otherSorting',
      ),
      advice: message('definition.otherSortingAdvice'),
    }),
  ];
}

/**
 * Raises findings about columns of keys, which accept or reject other rows then; a key that only the target has is a finding
 * of its own.
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
    const found = SENTENCES.find(([, plain]) => plain.code === one.detail.code);
    const [name, as] = [one.name ?? '', nameOf(one.name ?? '')];
    const of = [ofColumn(own, name), ofColumn(theirs, as)] as const;
    if (of[0].length === 0) return one;
    if (one.detail.code === 'definition.otherEquality')
      return {
        ...one,
        answer: 'different',
        severity: 'error',
        detail: message('definition.uniqueEquality'),
      };
    if (!found) return one;
    // Otherwise the keys of one side handle case themselves.
    const isOfCase = isLikeOther(of[0], name) === isLikeOther(of[1], as);
    const left = found[0].filter((counted) => isOfCase || counted !== 'case');
    const [, , detail] = sentencesOf(left) ?? [];
    if (!detail) return one;
    // Rows that differ in blanks at the end alone are rare, and one that is refused is missing among the rows.
    return { ...one, ...(left.join() !== 'blanks' && { severity: 'warning' }), detail };
  });
}
