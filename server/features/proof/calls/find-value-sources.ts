import { isSpace, tokensOf, unquote } from '../../../../connectors/core/sql-tokens.ts';
import type { ComparedColumn } from '../../sql/service.ts';
import type { SqlSpelling } from '../../../../connectors/core/engine.ts';
import { SIDES, type Side } from '../../../../contract/fields.ts';
import { isProposable, type ValueSource } from './propose-sets.ts';
import type { WatchedTable } from './watch-tables.ts';

/** Columns that a text compares a parameter with, found by words alone, for texts that cannot be parsed. */
export function comparedWith(
  text: string,
  spelling: SqlSpelling,
  parameters: ReadonlySet<string>,
): Set<string> {
  const words = [...tokensOf(text, spelling)]
    .filter((token) => !isSpace(token))
    .map((token) => (token.kind === 'quoted' ? unquote(token) : token.text).toLowerCase());
  const found = new Set<string>();
  for (const [index, word] of words.entries()) {
    if (!parameters.has(word.replace(/^[:@]/, ''))) continue;
    const before = skip(words, index - 1, -1);
    const after = skip(words, index + 1, 1);
    for (const place of [before, after]) {
      const name = place === null ? undefined : words[place];
      if (name && /^[\p{L}_]/u.test(name)) found.add(columnAt(words, place!));
    }
  }
  return found;
}

const COMPARES = new Set(['=', '<', '>', '!', 'like', 'between', 'in', '(']);

/** The place of the word beyond a comparison; null where there is none. A bracket alone is a call. */
function skip(words: readonly string[], from: number, step: 1 | -1): number | null {
  let place = from;
  let compares = false;
  while (COMPARES.has(words[place] ?? '')) {
    compares ||= words[place] !== '(';
    place += step;
  }
  return compares ? place : null;
}

/** Of `alias.name`, the name. */
const columnAt = (words: readonly string[], place: number): string =>
  words[place + 1] === '.' ? (words[place + 2] ?? '') : (words[place] ?? '');

/** A column of a given table, or of any table. */
export type Compared = Pick<ComparedColumn, 'table' | 'column'>;

/**
 * The column from which a parameter may take values: one that it is compared with, else one of its name.
 * @param names - empty where all columns that it is compared with are known
 */
export function findSource(
  tables: readonly WatchedTable[],
  names: ReadonlySet<string>,
  compared: readonly Compared[],
): ValueSource | null {
  const own = [...names].map((name) => name.replace(/^(?:p|in|v|i|a|arg)_|_(?:in|p)$/g, ''));
  const columnsOf = (isWanted: (column: string, table: string, side: Side) => boolean) =>
    tables.flatMap((table) =>
      table.plan.source.columns.flatMap((_, at) => {
        const isOn = (side: Side) => {
          const { columns, table: name } = table.plan[side];
          return isWanted((columns[at]?.name ?? '').toLowerCase(), name.toLowerCase(), side);
        };
        return SIDES.some(isOn) && isProposable(table, at) ? [{ table, at }] : [];
      }),
    );
  const found = [
    ...keysFirst(
      columnsOf((column, table) =>
        compared.some((one) => one.column === column && (one.table ?? table) === table),
      ),
    ),
    ...keysFirst(columnsOf((column, _, side) => side === 'source' && own.includes(column))),
    ...columnsOf(
      (column, table, side) =>
        side === 'source' &&
        own.some(
          (name) =>
            name === `${table}_${column}` || name === `${table.replace(/s$/, '')}_${column}`,
        ),
    ),
  ];
  return found[0] ?? null;
}

const keysFirst = (found: ValueSource[]): ValueSource[] =>
  found.toSorted((one, other) => Number(isKey(other)) - Number(isKey(one)));
const isKey = ({ table, at }: ValueSource): boolean => table.plan.source.key.includes(at);
