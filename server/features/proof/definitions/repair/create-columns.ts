import type { CanonicalType } from '../../../../../contract/proof/definitions.ts';
import type { WantedColumn } from '../../../../../connectors/core/ddl/ddl.ts';
import type {
  Column,
  ForeignKey,
  TableDefinition,
} from '../../../../../connectors/core/definitions.ts';
import { withoutUpdate } from '../../../../../connectors/core/sql/on-update.ts';
import type { KnownColumn } from '../../../sql/service.ts';
import { withLength } from './key-room.ts';
import { asKeyNumber, lettersOf } from './repair-columns.ts';
import {
  type Referenced,
  type RepairSetting,
  collationOf,
  sortedType,
  sortingOf,
  unlikeEnds,
} from './repair-sides.ts';
import { withTargetSchemas } from './target-schemas.ts';

/** A table that is being created, and its parts that could not be written. */
export interface Making extends RepairSetting {
  table: TableDefinition;
  columns: readonly KnownColumn[];
  nameOf(name: string): string;
  /** The lengths that keys leave to columns of no certain length. */
  lengths: ReadonlyMap<string, number>;
  /** Names that parts of it have already, in lower case. */
  taken: Set<string>;
  left: string[];
}

/** Enums and sets become text where the engine has no such type. */
const asText = (type: CanonicalType): CanonicalType =>
  type.kind === 'enum' || type.kind === 'set'
    ? { kind: 'text', length: lengthOf(type), fixed: false, bytes: false }
    : type;
const lengthOf = ({ kind, values }: Extract<CanonicalType, { values: string[] }>): number =>
  Math.max(1, ...(kind === 'enum' ? values : [values.join()]).map(({ length }) => length));

/** What a column's type will mean on the target. */
export function typeToBe(column: Column, making: Making): CanonicalType {
  const { ddl, sameEngine, table, lengths } = making;
  if (sameEngine) return column.canonical;
  const canonical = withLength(column, lengths);
  const led = canonical.kind === 'integer' && !column.identity ? numberLed(column, making) : null;
  return led ?? asKeyNumber({ ...column, canonical }, table, ddl);
}

/** Some engines want both ends of a foreign key to be of one type: the number that one of this column leads to. */
function numberLed(column: Column, making: Making): CanonicalType | null {
  const { ddl, table, typesOf, referenced } = making;
  for (const key of table.foreignKeys) {
    const at = key.columns.indexOf(column.name);
    const there = ddl.keyEnd ? referenced(key)?.ends?.[at]?.canonical : undefined;
    if (there?.kind === 'integer') return there;
    const canonical = typesOf?.(key)[at];
    if (canonical?.kind === 'integer') return asKeyNumber({ ...column, canonical }, table, ddl);
  }
  return null;
}

export function typeOf(column: Column, making: Making): string | null {
  const { ddl, sameEngine } = making;
  if (sameEngine) return withTargetSchemas(column.type, making);
  const wanted = typeToBe(column, making);
  return ddl.typeOf(wanted) ?? ddl.typeOf(asText(wanted));
}

/** The default as the target writes it; null where there is none, or it is left out. */
function defaultOf(column: Column, type: string, making: Making): string | null {
  const { name, identity, canonical } = column;
  const { texts, columns, sameEngine, left, ddl } = making;
  const preset = withoutUpdate(column.default ?? '');
  if (preset === '' || identity) return null;
  if (sameEngine) return withTargetSchemas(column.default!, making);
  const written = texts.expression(columns, { text: preset, as: { default: asText(canonical) } });
  if (written !== null && ddl.takesDefault(type, written)) return written;
  left.push(`DEFAULT ${name}`);
  return null;
}

const canNumber = (name: string, { table: { primaryKey }, ddl }: Making): boolean =>
  !ddl.numbersKeysOnly || primaryKey === null || primaryKey.columns.join() === name;

/** Whether the engine has but one type for times of day with a zone and without. */
const losesZone = ({ canonical }: Column, type: string, { ddl }: Making): boolean =>
  canonical.kind === 'time' && canonical.zone && ddl.typeOf({ ...canonical, zone: false }) === type;

/** A collation that only the source may have. */
const lostSorting = (column: Column, { sameEngine }: Making): string[] =>
  sameEngine && column.sorting?.declared && sortingOf(column) === null
    ? [`COLLATE ${column.name} (${column.sorting.declared})`]
    : [];

/** Null where the column is computed and the target cannot express how. */
export function wantedOf(column: Column, type: string, making: Making): WantedColumn | null {
  const { name, nullable, identity, comment } = column;
  const { texts, columns, nameOf, sameEngine, left, lengths } = making;
  const wanted = defaultOf(column, type, making);
  const generated =
    column.generated === null
      ? null
      : sameEngine
        ? withTargetSchemas(column.generated, making)
        : texts.expression(columns, { text: column.generated, as: 'value' });
  if (generated === null && column.generated !== null) return null;
  if (lengths.has(name)) left.push(`LENGTH ${name} (${lengths.get(name)})`);
  left.push(...lostSorting(column, making));
  if (losesZone(column, type, making)) left.push(`TIME ZONE ${name}`);
  const isInKey = making.table.primaryKey?.columns.includes(name) ?? false;
  const isNumbered = identity && canNumber(name, making);
  if (identity && !isNumbered) left.push(`IDENTITY ${name}`);
  return {
    name: nameOf(name),
    type: sortedType(type, column, sameEngine),
    nullable: nullable && !isInKey,
    default: wanted,
    identity: isNumbered,
    generated,
    comment,
    ...lettersOf(column),
    ...collationOf(column, making.table, making),
  };
}

/** Columns of a foreign key that would not have the types that its engine wants, with the types at both ends. */
export function endsUnlike(
  key: ForeignKey,
  to: Referenced,
  types: ReadonlyMap<string, string>,
  { table, ddl, sameEngine, typesOf }: Making,
): string[] {
  const createdAt = (name: string, at: number) => {
    const column = table.columns.find((one) => one.name === name);
    const canonical = typesOf?.(key)[at];
    if (sameEngine || !column || !canonical) return undefined;
    return asEnd(ddl.typeOf(asKeyNumber({ ...column, canonical }, table, ddl)));
  };
  const unlike = unlikeEnds(key, ddl, (name, at) => [
    asEnd(types.get(name)),
    to.ends?.[at] ?? createdAt(name, at),
  ]);
  return unlike.map(({ name, own, led }) => `${name}: ${own} ≠ ${led}`);
}

const asEnd = (type: string | null | undefined) => (type ? { type } : undefined);
