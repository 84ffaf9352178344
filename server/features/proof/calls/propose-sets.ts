import type { DataReader, Form, Reading } from '../../../../connectors/core/data.ts';
import { ConnectorError } from '../../../../connectors/core/errors.ts';
import type { CallSets } from '../../../../contract/proof/calls.ts';
import { SIDES } from '../../../../contract/fields.ts';
import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import { type BySide, type OpenResult, isOpen } from './sides.ts';
import type { WatchedTable } from './watch-tables.ts';

/** A column of a table on both sides from which a parameter may take values. */
export interface ValueSource {
  table: WatchedTable;
  /** Its place in the table's plan. */
  at: number;
  /** The part of its dates that the parameter takes; absent where it takes whole values. */
  part?: DatePart;
}

/** Parts of a date, by their places in its text. */
const PARTS = { year: [0, 4], month: [5, 7], day: [8, 10] } as const;
export type DatePart = keyof typeof PARTS;

/** Forms of values that parameters of a type take; a type that is not listed takes any. */
const TAKEN: Partial<Record<CanonicalType['kind'], readonly Form['as'][]>> = {
  integer: ['integer', 'decimal', 'float', 'boolean'],
  decimal: ['integer', 'decimal', 'float', 'boolean'],
  float: ['integer', 'decimal', 'float', 'boolean'],
  boolean: ['integer', 'boolean'],
  date: ['date', 'timestamp'],
  timestamp: ['date', 'timestamp'],
  time: ['time'],
  uuid: ['uuid'],
};

/**
 * How a parameter takes values of a column: a number beside dates takes the part that it is named after; null where nothing
 * tells which part, or the values are of another type.
 */
export function takenBy(
  { name, canonical }: Pick<Wanted, 'name' | 'canonical'>,
  source: ValueSource,
): ValueSource | null {
  const { as } = source.table.plan.source.columns[source.at]!.form;
  const forms = canonical && TAKEN[canonical.kind];
  if (!forms || forms.includes(as)) return source;
  const isDate = as === 'date' || as === 'timestamp';
  if (canonical?.kind !== 'integer' || !isDate) return null;
  const part = (Object.keys(PARTS) as DatePart[]).find((one) => name.toLowerCase().includes(one));
  return part ? { ...source, part } : null;
}

const take = (value: string | null, part: DatePart | undefined): string | null =>
  value === null || part === undefined ? value : String(Number(value.slice(...PARTS[part])));

/** A parameter that needs values. */
export interface Wanted {
  name: string;
  /** Null where nothing is known of it. */
  canonical: CanonicalType | null;
  from: ValueSource | null;
  /** Values that people gave parameters of this name. */
  used: readonly (string | null)[];
  /** Numbers in the texts of the routines, near which they may decide. */
  numbers: readonly string[];
  /** The value that it must have in every set; undefined where it is free. */
  fixed: string | null | undefined;
}

/** Most sets that are proposed. */
const MAX_SETS = 20;
/** Most of these that try edge values. */
const MAX_EDGES = 12;
/** Longer texts are not proposed. */
const MAX_LENGTH = 200;
const FORMS = new Set(['integer', 'decimal', 'float', 'boolean', 'date', 'time', 'timestamp']);

/** A row that both sides have, by the places of the requested columns. */
type Row = ReadonlyMap<number, string | null>;

interface Values {
  rows: Row[];
  /** The smallest and the largest values that both sides have, and one that neither has. */
  edges: Map<number, string[]>;
}

/** Whether values of a column may be proposed: never those of masked columns, or those without a short text. */
export function isProposable({ plan }: WatchedTable, at: number): boolean {
  const { form } = plan.source.columns[at]!;
  const isShown = [at, ...plan.source.key].every((place) => !plan.columns[place]!.masked);
  return isShown && (FORMS.has(form.as) || form.as === 'text' || form.as === 'uuid');
}

/** Proposes values from rows of both sides, as far as these can be read; else values that are typical of a type. */
export async function proposeSets(
  wanted: readonly Wanted[],
  sides: BySide<OpenResult>,
): Promise<CallSets['sets']> {
  const known = new Map<WatchedTable, Values>();
  for (const table of new Set(wanted.flatMap(({ from }) => from?.table ?? []))) {
    const places = wanted.flatMap(({ from }) => (from?.table === table ? from.at : []));
    known.set(table, await readValues(table, [...new Set(places)], sides));
  }
  return composeSets(
    wanted.map((one) => {
      const values = one.from && known.get(one.from.table);
      const { at = 0, part } = one.from ?? {};
      const rows = values?.rows.map((row) => take(row.get(at) ?? null, part)) ?? [];
      const edges = values?.edges.get(at)?.flatMap((value) => take(value, part) ?? []);
      return {
        ...one,
        rows: rows.some((value) => value !== null) ? rows : ordinaryOf(one),
        edges: edgesOf(one, edges ?? []),
      };
    }),
  );
}

async function readValues(
  { plan }: WatchedTable,
  places: readonly number[],
  { source, target }: BySide<OpenResult>,
): Promise<Values> {
  const found: Values = { rows: [], edges: new Map() };
  const [here, there] = [readerOf(source), readerOf(target)];
  if (!here || !there || !plan.keyed) return found;
  const columns = [...new Set([...plan.source.key, ...places])];
  const narrow = (reading: Reading): Reading => ({
    ...reading,
    columns: columns.map((place) => reading.columns[place]!),
    key: reading.key.map((place) => columns.indexOf(place)),
  });
  const readings = { source: narrow(plan.source), target: narrow(plan.target) };
  try {
    const sample = await here.sampleRows(readings.source, MAX_SETS);
    const keys = sample.map((row) => readings.source.key.map((place) => row[place] ?? null));
    const others = keys.length > 0 ? await there.readRows(readings.target, { keys }) : [];
    // The same rows, read in the same forms, have the same texts.
    const shared = new Set(others.map((row) => JSON.stringify(row)));
    for (const row of sample.filter((one) => shared.has(JSON.stringify(one)))) {
      const values = places.map((place) => [place, row[columns.indexOf(place)] ?? null] as const);
      if (values.every(([, value]) => (value?.length ?? 0) <= MAX_LENGTH))
        found.rows.push(new Map(values));
    }
    const ends = [await here.aggregate(readings.source), await there.aggregate(readings.target)];
    for (const place of places) {
      const [one, other] = ends.map((all) => all[columns.indexOf(place)]);
      const common = (['min', 'max'] as const).flatMap((end) => {
        const value = one?.[end];
        return value != null && value === other?.[end] ? value : [];
      });
      const isWhole = plan.source.columns[place]!.form.as === 'integer';
      const largest = [one?.max, other?.max].flatMap((max) => max ?? []);
      const next = isWhole && largest.length > 0 ? [nextOf(largest)] : [];
      found.edges.set(place, [...common, ...next]);
    }
  } catch (error) {
    // What cannot be read proposes nothing; the call itself will report the error.
    if (!(error instanceof ConnectorError)) throw error;
  }
  return found;
}

const readerOf = (side: OpenResult): DataReader | undefined =>
  isOpen(side) ? side.database.data : undefined;

const nextOf = (numbers: readonly string[]): string =>
  String(numbers.map(BigInt).reduce((most, one) => (one > most ? one : most)) + 1n);

const TYPICAL: Partial<Record<CanonicalType['kind'], readonly string[]>> = {
  integer: ['0', '-1', '1'],
  decimal: ['0', '-1', '0.01'],
  float: ['0', '-1', '0.5'],
  boolean: ['1', '0'],
  text: ['', 'a', 'Ä'],
  date: ['1970-01-01', '2000-02-29'],
  timestamp: ['1970-01-01 00:00:00', '2000-02-29 23:59:59'],
  time: ['00:00:00', '23:59:59'],
  uuid: ['00000000-0000-0000-0000-000000000000'],
};

const ORDINARY: Partial<Record<CanonicalType['kind'], readonly string[]>> = {
  integer: ['3', '17', '45', '365'],
  decimal: ['1.25', '0.3', '12.345', '99.995', '7'],
  float: ['1.25', '0.3', '12.345', '99.995', '7'],
  text: ['The end', 'äpfel', ' two  words ', "it's"],
  date: ['2024-02-29', '2025-12-31', '2026-07-01'],
  timestamp: ['2024-02-29 12:30:15', '2025-12-31 23:59:59', '2026-07-01 00:00:00'],
  time: ['12:30:15', '08:05:00'],
};

/** Values of everyday, and numbers that the routines name: at the edge of its type alone, a formula hides what it does. */
function ordinaryOf({ canonical, numbers }: Wanted): string[] {
  const typical = (canonical ? (ORDINARY[canonical.kind] ?? []) : []).map((value) =>
    canonical?.kind === 'decimal' ? withDigits(value, canonical.scale) : value,
  );
  const isNumber = ['integer', 'decimal', 'float'].includes(canonical?.kind ?? '');
  const named = numbers.filter((one) => canonical?.kind !== 'integer' || /^\d+$/.test(one));
  return [...new Set([...typical, ...(isNumber ? named : [])])].filter(fitting(canonical));
}

/** How values of a kind are written; any text may be one of the other kinds. */
const WRITTEN: Partial<Record<CanonicalType['kind'], RegExp>> = {
  integer: /^-?\d+$/,
  decimal: /^-?\d+(?:\.\d+)?$/,
  float: /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i,
  boolean: /^(?:[01]|true|false)$/i,
  date: /^\d{4}-\d\d-\d\d/,
  timestamp: /^\d{4}-\d\d-\d\d/,
  time: /^-?\d+:\d\d/,
  uuid: /^[\da-f-]{32,36}$/i,
};

/** Whether a type can hold a value, as far as that is told by how it is written, a range of integers or digits of decimals. */
function fitting(canonical: CanonicalType | null): (value: string) => boolean {
  const written = canonical && WRITTEN[canonical.kind];
  if (!written) return () => true;
  const [least, most] = canonical.kind === 'integer' ? rangeOf(canonical) : [];
  return (value) => {
    if (!written.test(value)) return false;
    if (canonical.kind === 'decimal') return hasDigits(canonical, value);
    return least === undefined || (BigInt(value) >= least && BigInt(value) <= most!);
  };
}

/** A decimal with at most so many digits behind its point. @param digits - null: as many as it has */
const withDigits = (value: string, digits: number | null): string =>
  digits === null
    ? value
    : value.replace(/\.\d*$/, (all) => (digits > 0 ? all.slice(0, digits + 1) : ''));

type Decimal = Extract<CanonicalType, { kind: 'decimal' }>;
function hasDigits({ precision, scale }: Decimal, value: string): boolean {
  if (precision === null) return true;
  const [, whole = '', digits = ''] = /^-?0*(\d*)(?:\.(\d*?)0*)?$/.exec(value) ?? [];
  return whole.length <= precision - (scale ?? 0) && digits.length <= (scale ?? 0);
}

/** Values at the edge, limited to what the type can hold. */
function edgesOf({ canonical, used }: Wanted, read: readonly string[]): (string | null)[] {
  const typical = canonical ? (TYPICAL[canonical.kind] ?? []) : ['0', ''];
  const fits = fitting(canonical);
  return [
    ...new Set([
      ...[...read, ...typical].filter(fits),
      null,
      // Another routine may have a parameter of this name and another type.
      ...used.filter((value) => value === null || fits(value)),
    ]),
  ];
}

function rangeOf({
  bits,
  unsigned,
}: Extract<CanonicalType, { kind: 'integer' }>): [least: bigint, most: bigint] {
  const size = 1n << BigInt(unsigned ? bits : bits - 1);
  return [unsigned ? 0n : -size, size - 1n];
}

interface Candidates extends Wanted {
  rows: readonly (string | null)[];
  edges: readonly (string | null)[];
}

/** First gives the parameters of one table values of one row; then tries each parameter's edge values, one at a time. */
export function composeSets(parameters: readonly Candidates[]): CallSets['sets'] {
  const free = parameters.filter(({ fixed }) => fixed === undefined);
  const found = new Map<string, CallSets['sets'][number]>();
  const add = (valueOf: (one: Candidates) => string | null): void => {
    const values = Object.fromEntries(
      parameters.map((one) => [one.name, one.fixed === undefined ? valueOf(one) : one.fixed]),
    );
    const name = free.map((one) => `${one.name} = ${values[one.name] ?? 'NULL'}`).join(', ');
    if (found.size < MAX_SETS)
      found.set(JSON.stringify(values), { name: name.slice(0, 100), values });
  };
  const usual = (one: Candidates, place: number): string | null =>
    one.rows.length > 0 ? one.rows[place % one.rows.length]! : (one.edges[0] ?? null);
  const edges = Array.from({ length: MAX_EDGES }, (_, place) =>
    free.flatMap((one) => (place < one.edges.length ? [{ one, edge: one.edges[place]! }] : [])),
  )
    .flat()
    .slice(0, MAX_EDGES);
  const rows = Math.max(...free.map((one) => one.rows.length), 0);
  for (let place = 0; place < Math.min(rows, MAX_SETS - edges.length); place += 1)
    add((one) => usual(one, place));
  for (const { one, edge } of edges) add((other) => (other === one ? edge : usual(other, 0)));
  return [...found.values()];
}

/** The column from which a parameter takes values, with its names on both sides. */
export function nameSource({ table, at, part }: ValueSource): string {
  const names = SIDES.map((side) => `${table.names[side]}.${table.plan[side].columns[at]!.name}`)
    .filter((name, place, all) => all.indexOf(name) === place)
    .join(' → ');
  return part ? `${part}(${names})` : names;
}
