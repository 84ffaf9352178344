import type { Side } from '../../../../../../contract/fields.ts';
import type { KnownColumn, KnownTable } from '../../../../sql/service.ts';
import { plainText } from './plain-text.ts';

/** What a text may name, under its own names and those of the target. */
export interface NamedThings {
  tables: readonly KnownTable[];
  columns: readonly KnownColumn[];
  /** Counterparts of schemas, by their names in lower case; those that went to several have none. */
  schemas: ReadonlyMap<string, string>;
}

/**
 * A text without its layout and under the target's names, so that two texts of one engine that differ in nothing else are
 * equal. A name that is not sure to be replaced stays.
 */
export function asWritten(text: string, { tables, columns, schemas }: NamedThings): string {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const columnNames = sureNames(
    [...columns, ...tables.flatMap((table) => table.columns)].map(({ name, as }) => [
      name.toLowerCase(),
      as,
    ]),
  );
  const schemaOf = (name: string, next: string): string | undefined => {
    const table = byName.get(next);
    return table?.schemaInQueries?.toLowerCase() === name
      ? (table.schema ?? schemas.get(name))
      : schemas.get(name);
  };
  const nameFor = (name: string): string | undefined => {
    const [table, column] = [byName.get(name)?.as, columnNames.get(name)];
    const isUnsure = table !== undefined && column !== undefined && table !== column;
    return isUnsure ? undefined : (table ?? column);
  };
  const written = plainText(text);
  if (HARD_TO_SPLIT.test(written)) return written;
  return written.replaceAll(NAMES, (found: string, at: number) => {
    if (found.startsWith("'")) return found;
    NEXT_PART.lastIndex = at + found.length;
    const next = written[at - 1] === '.' ? undefined : NEXT_PART.exec(written)?.[1];
    const schema = next === undefined ? undefined : schemaOf(nameOf(found), nameOf(next));
    return spelled(schema ?? nameFor(nameOf(found)) ?? found);
  });
}

/** The counterparts of schemas, by the schemas of pairs. */
export const schemasOfPairs = (pairs: readonly Record<Side, string>[]): Map<string, string> =>
  sureNames(pairs.map(({ source, target }) => [source.toLowerCase(), target]));

/** Names with one counterpart alone. */
function sureNames(entries: readonly (readonly [string, string])[]): Map<string, string> {
  const names = new Map<string, string | null>();
  for (const [name, as] of entries)
    names.set(name, names.has(name) && names.get(name) !== as ? null : as);
  return new Map([...names].flatMap(([name, as]) => (as === null ? [] : [[name, as]])));
}

/** Strings, quoted names and names. */
const NAMES = /'(?:[^']|'')*'|"[^"]*"|(?<![\p{L}\p{N}_$#])[\p{L}_][\p{L}\p{N}_$#]*/gu;

/** Strings that may go on, or begin, where others would end. */
const HARD_TO_SPLIT = /\\'|\$\w*\$/;

/** What follows a point. */
const NEXT_PART = /\.("[^"]*"|[\p{L}_][\p{L}\p{N}_$#]*)/uy;

const nameOf = (found: string): string => found.replaceAll('"', '').toLowerCase();
const spelled = (name: string): string =>
  /^(?:"|[\p{Ll}_][\p{Ll}\p{N}_$#]*$)/u.test(name) ? name : `"${name}"`;
