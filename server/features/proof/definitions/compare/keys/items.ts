import type { Side } from '../../../../../../contract/fields.ts';
import type {
  Check,
  Index,
  IndexMethod,
  IndexPart,
  Letters,
  TableDefinition,
} from '../../../../../../connectors/core/definitions.ts';
import { type KnownColumn, type Reading, isFolded } from '../../../../sql/service.ts';
import type { KnownColumns } from '../columns/match-columns.ts';
import type { CompareOptions } from '../raw-finding.ts';
import { indexText, lettersOf, partsOf } from '../texts/definition-texts.ts';
import { namesIn } from '../texts/meanings.ts';
import type { Enforced } from './compare-enforced.ts';
import { operatorsOf } from './indexes.ts';
import { type NameOn, type Nulls, type ReadKey, nullsOf, readKeyText } from './unique-keys.ts';

/** A key, check or index, as it is compared with those of the other side. */
export interface Item extends Enforced {
  text: string;
  /** Equal keys mean the same; null where the text cannot be read. */
  key: string | null;
  /** Whether different keys do not prove different meanings. */
  opaque: boolean;
  /** Of a check: what was read. */
  reading?: Reading;
  /** Of a unique key: the key that it was read from. */
  of?: ReadKey;
  nulls?: Nulls;
  /** Of an index, like the fields below. */
  unique?: boolean;
  /** Of an index that keeps only some rows unique: the key over all rows, which is at least as strict. */
  within?: ReadKey;
  using?: IndexMethod | undefined;
  /** Whether all parts are plain columns and, in a full-text index, none of them is computed. */
  ofColumns?: boolean;
  /** The operator classes of its parts, where both sides may have the same. */
  operators?: string;
  /** The key without the sort directions of its columns. */
  anyOrder?: string | null;
  /** Of what keeps rows unique: its columns, and whether each counts in the case of letters. */
  letters?: ReadonlyMap<string, Letters | null>;
  /** Of an index: its sort order and the parts of columns that it stores, which change no query's result. */
  shape?: string;
  /** Target names of the columns that it stores without finding rows by them, sorted. */
  include?: string;
  /** Columns named in its expressions, by their target names; '' where it has no expressions. */
  columns: string;
}

/** Keys, checks and indexes of either side, read for comparing. */
export function itemsFor(
  sides: Record<Side, TableDefinition>,
  known: KnownColumns,
  nameOn: NameOn,
  { texts, sameEngine }: Pick<CompareOptions, 'texts' | 'sameEngine'>,
) {
  const read = (side: Side, text: string, as: 'check' | 'condition' | 'written'): Reading => {
    const reading = texts.expression(side, known[side], { text, as });
    // As a text, JSON is spelt in each engine's way.
    return sameEngine || reading?.spelling === undefined ? reading : null;
  };
  const plain = (side: Side, key: ReadKey): Item => ({
    ...enforcedOf(key),
    nulls: nullsOf(key, sides[side]),
    text: readKeyText(key),
    key: listOf(key.columns.map(nameOn[side])),
    of: key,
    include: includedBy(key, nameOn[side]),
    opaque: false,
    columns: '',
    letters: new Map(key.columns.map((name) => [nameOn[side](name).toLowerCase(), null])),
  });
  const check = (side: Side, { expression, ...own }: Check): Item => {
    const reading = read(side, expression, 'check');
    return {
      ...enforcedOf(own),
      text: expression,
      key: reading?.key ?? null,
      opaque: reading?.opaque ?? true,
      reading,
      columns: mentioned(expression, known[side]),
    };
  };
  const index = (side: Side, own: Index): Item => {
    const { name, parts, where, using } = own;
    const readings: Reading[] = [];
    const keyOf = (text: string, as: 'condition' | 'written'): string => {
      const reading = read(side, text, as);
      readings.push(reading);
      return reading?.key ?? '';
    };
    // An index can be read from either end, so only mixed directions matter.
    const isMixed = ({ descending }: IndexPart) => descending !== parts[0]?.descending;
    const keys = parts.map((part) => [
      part.column === null
        ? keyOf(part.expression ?? '', 'written')
        : nameOn[side](part.column).toLowerCase(),
      lettersOf(part),
      ...(sameEngine ? operatorsOf(part) : []),
    ]);
    const condition = where === null ? [] : [keyOf(where, 'condition')];
    const isRead = readings.every((reading) => reading);
    const spelled = spelledOut(own, sides[side]);
    return {
      ...enforcedOf(own),
      text: indexText(own),
      unique: own.unique,
      ...(parts.every((part) => part.column !== null && !lettersOf(part)) && {
        within: { name, columns: parts.map(({ column }) => column!) },
      }),
      ...lettersIn(own, nameOn[side]),
      using,
      key: isRead ? JSON.stringify([keys, parts.map(isMixed), condition, using]) : null,
      anyOrder: isRead ? JSON.stringify([keys, condition, using]) : null,
      operators: sameEngine ? parts.flatMap(operatorsOf).join() : '',
      include: includedBy(own, nameOn[side]),
      shape: JSON.stringify(
        parts.map(({ descending, prefix, ...part }) => [
          descending,
          prefix,
          ...(sameEngine ? [part.nullsAt, part.sortedBy] : []),
        ]),
      ),
      opaque: readings.some((reading) => !reading || reading.opaque || isFolded(reading)),
      ofColumns: spelled.every(({ column }) => column !== null),
      columns: mentioned([...partsOf({ parts: spelled }), where ?? ''].join(' '), known[side]),
    };
  };
  return { plain, check, index };
}

const enforcedOf = ({
  name,
  disabled,
  unchecked,
  outage,
  triggersOff,
  notForReplication,
}: Enforced): Enforced => ({
  name,
  ...(notForReplication && { notForReplication }),
  ...(triggersOff && { triggersOff }),
  ...(outage && { outage }),
  ...(disabled && { disabled }),
  ...(unchecked && { unchecked }),
});

/** How letters count in each column of an index that keeps all rows unique. */
const lettersIn = (
  { unique, where, parts }: Index,
  nameOf: (name: string) => string,
): Pick<Item, 'letters'> =>
  unique && where === null && parts.every(({ column, prefix }) => column !== null && !prefix)
    ? {
        letters: new Map(
          parts.map((part) => [nameOf(part.column!).toLowerCase(), lettersOf(part)]),
        ),
      }
    : {};

export const includedBy = (
  { include = [] }: Pick<Index, 'include'>,
  nameOf: (name: string) => string,
): string =>
  include
    .map((name) => nameOf(name).toLowerCase())
    .toSorted()
    .join(', ');

/** The parts of a full-text index, with computed columns replaced by their expressions. */
const spelledOut = ({ parts, using }: Index, { columns }: TableDefinition): IndexPart[] =>
  using !== 'full text'
    ? parts
    : parts.map((part) => {
        const generated = columns.find(({ name }) => name === part.column)?.generated;
        return generated ? { ...part, column: null, expression: generated } : part;
      });

export const listOf = (columns: readonly string[]): string => columns.join(', ').toLowerCase();

/** Target names of the columns that an expression names, sorted. */
function mentioned(text: string, known: readonly KnownColumn[]): string {
  const words = new Set(namesIn(text.toLowerCase()));
  return known
    .filter(({ name }) => words.has(name.toLowerCase()))
    .map(({ as }) => as.toLowerCase())
    .toSorted()
    .join(', ');
}
