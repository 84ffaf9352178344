import type { CanonicalType } from '../../../../../contract/proof/definitions.ts';
import type { Ddl } from '../../../../../connectors/core/ddl/ddl.ts';
import type { Column, TableDefinition } from '../../../../../connectors/core/definitions.ts';
import { uniquesOf } from '../compare/keys/unique-keys.ts';

/** Characters that a text keeps in a key where the engine takes no text of any length: enough for names, addresses and paths. */
const USUAL = 255;
/** Fewer than these are not worth a column. */
const LEAST = 32;

type Sized = Extract<CanonicalType, { kind: 'text' | 'binary' }>;
const isSized = (type: CanonicalType): type is Sized =>
  type.kind === 'text' || type.kind === 'binary';

/** How much of a key a column takes, in characters of four bytes; null where it has no end. */
function weigh(type: CanonicalType, { typeOf, canBeKey }: Ddl): number | null {
  if (!isSized(type)) return 2;
  if (type.length === null || !canBeKey(typeOf(type) ?? '')) return null;
  return type.kind === 'text' ? type.length : Math.ceil(type.length / 4);
}

/** Whether an index keeps parts of these types whole, or the beginnings that it names. */
export function hasRoom(
  parts: readonly { type: CanonicalType | undefined; prefix?: number | undefined }[],
  ddl: Ddl,
): boolean {
  if (ddl.keyRoom === null) return true;
  const weights = parts.map(
    ({ type, prefix }) => prefix ?? (type ? weigh(type, ddl) : null) ?? Infinity,
  );
  return weights.reduce((all, weight) => all + weight, 0) <= ddl.keyRoom;
}

/** The columns of a key or an index that do not fit into it whole, and how many characters of each do. */
export function roomIn(
  names: readonly string[],
  types: ReadonlyMap<string, CanonicalType>,
  ddl: Ddl,
): ReadonlyMap<string, number> {
  if (ddl.keyRoom === null) return new Map();
  const weighed = names.flatMap((name) => {
    const type = types.get(name);
    return type ? [{ name, weight: weigh(type, ddl) }] : [];
  });
  const sum = weighed.reduce((all, { weight }) => all + (weight ?? USUAL), 0);
  const isLong = ({ weight }: { weight: number | null }) =>
    weight === null || (sum > ddl.keyRoom! && weight > USUAL);
  const long = weighed.filter(isLong);
  const rest = weighed
    .filter((one) => !isLong(one))
    .reduce((all, { weight }) => all + (weight ?? 0), 0);
  const room = Math.min(USUAL, Math.floor((ddl.keyRoom - rest) / long.length));
  return new Map(long.map(({ name }) => [name, Math.max(0, room)]));
}

/** The lengths that columns of no certain length get because they are in keys; those of an index need none, it keeps their beginnings. */
export function lengthsForKeys(table: TableDefinition, ddl: Ddl): ReadonlyMap<string, number> {
  const { primaryKey, foreignKeys, columns } = table;
  const types = new Map(columns.map(({ name, canonical }) => [name, canonical]));
  const keys = [primaryKey, ...uniquesOf(table), ...foreignKeys].filter((key) => key !== null);
  const lengths = new Map<string, number>();
  for (const key of keys) {
    if (key.prefixes) continue;
    for (const [name, room] of roomIn(key.columns, types, ddl)) {
      const type = types.get(name)!;
      if (room >= LEAST && weigh(type, ddl) === null)
        lengths.set(name, Math.min(room, lengths.get(name) ?? room));
    }
  }
  return lengths;
}

/** A column's type with the length that its keys leave it. */
export function withLength(
  { name, canonical }: Pick<Column, 'name' | 'canonical'>,
  lengths: ReadonlyMap<string, number>,
): CanonicalType {
  const length = lengths.get(name);
  return length === undefined || !isSized(canonical)
    ? canonical
    : { ...canonical, length, fixed: false };
}
