import type { Change, Ddl, WantedColumn } from '../../../../../connectors/core/ddl/ddl.ts';
import type { Column, TableDefinition } from '../../../../../connectors/core/definitions.ts';
import { updateOf, withoutUpdate } from '../../../../../connectors/core/sql/on-update.ts';
import { hasDefault } from '../compare/texts/definition-texts.ts';
import { namesIn } from '../compare/texts/meanings.ts';
import type { RawFinding } from '../compare/raw-finding.ts';
import {
  type KeyEnd,
  type Maker,
  type RepairSetting,
  type Sides,
  collationOf,
  sortedType,
  sortingOf,
} from './repair-sides.ts';
import { withTargetSchemas } from './target-schemas.ts';

/** Both ends of a foreign key need one type, so unsigned 64-bit keys become signed: nobody uses more than 63 bits of them. */
export function asKeyNumber(
  { canonical, name, identity }: Column,
  { primaryKey, foreignKeys }: TableDefinition,
  ddl: Ddl,
): Column['canonical'] {
  const isKey =
    identity ||
    primaryKey?.columns.includes(name) ||
    foreignKeys.some(({ columns }) => columns.includes(name));
  const isLarge = canonical.kind === 'integer' && canonical.unsigned && canonical.bits === 64;
  const signed = isKey && isLarge ? { ...canonical, unsigned: false } : null;
  return signed && ddl.typeOf(signed) ? signed : canonical;
}

/** What tells the type that a column gets. */
export type TypeSides = Pick<
  Sides,
  'open' | 'source' | 'target' | 'ddl' | 'sameEngine' | 'path' | 'from' | 'schemaOf' | 'placeOf'
>;

export const typeOf = (column: Column, sides: TypeSides): string | null =>
  sides.sameEngine
    ? withTargetSchemas(column.type, sides)
    : sides.ddl.typeOf(asKeyNumber(column, sides.source, sides.ddl));

/**
 * The default of a column, written for a column of this type on the target.
 * @returns undefined where the target cannot express it
 */
function defaultOf(
  { default: preset, identity }: Column,
  canonical: Column['canonical'],
  type: string,
  sides: Sides,
): string | null | undefined {
  const { sameEngine, columns, texts, ddl } = sides;
  if (preset === null || identity) return preset;
  if (sameEngine) return withTargetSchemas(preset, sides);
  const expression = { text: withoutUpdate(preset), as: { default: canonical } };
  const written = texts.expression(columns, expression) ?? undefined;
  return written === undefined || ddl.takesDefault(type, written) ? written : undefined;
}

const wanted = (column: Column, change: Partial<WantedColumn>): WantedColumn => {
  const { name, type, nullable, default: preset, identity, generated, comment } = column;
  const { collation = column.sorting?.declared, stored, kept } = column;
  return {
    name,
    type,
    nullable,
    default: preset,
    identity,
    generated,
    comment,
    ...(collation !== undefined && { collation }),
    ...(stored !== undefined && { stored }),
    ...(kept !== undefined && { kept }),
    ...change,
  };
};

/** Types without a case of their own, such as enums, follow those that have one. */
export const lettersOf = ({ canonical, caseSensitive }: Column): Pick<WantedColumn, 'letters'> =>
  canonical.kind !== 'text' || caseSensitive === null
    ? {}
    : { letters: caseSensitive ? 'seeing' : 'blind' };

/** Null where the column is not computed, and where the target cannot express how. */
function generatedOf({ generated }: Column, sides: Sides): string | null {
  if (generated === null) return null;
  return sides.sameEngine
    ? withTargetSchemas(generated, sides)
    : sides.texts.expression(sides.columns, { text: generated, as: 'value' });
}

/** Creates the types of a column that a target of the same engine may lack. */
export const typesFor = ({ ownTypes = [] }: Column, setting: RepairSetting): Change[] =>
  setting.sameEngine
    ? ownTypes.map((create) => ({
        kind: 'create type',
        create: withTargetSchemas(create, setting),
      }))
    : [];

export const addColumn: Maker = (sides) => {
  const from = sides.source.columns.find(({ name }) => name === sides.finding.name);
  const type = from && typeOf(from, sides);
  const preset = from && defaultOf(from, from.canonical, type ?? '', sides);
  if (!from || !type || preset === undefined || from.identity) return null;
  const generated = generatedOf(from, sides);
  if (from.generated !== null && generated === null) return null;
  const { collation: _, stored: __, kept: ___, sorting: ____, ...own } = from;
  const column = wanted(own, {
    name: sides.nameOf(from.name),
    type: sortedType(type, from, sides.sameEngine),
    default: preset,
    generated,
    ...lettersOf(from),
    ...collationOf(from, sides.source, sides),
  });
  const added: Change = { kind: 'add column', column };
  const isFilledLater = !column.nullable && !hasDefault(column) && generated === null;
  const filled: Change[] = isFilledLater ? [{ kind: 'set nullable', column }] : [];
  return [...typesFor(from, sides), added, ...filled];
};

interface ColumnChange {
  kind:
    | 'set type'
    | 'set nullable'
    | 'set default'
    | 'set identity'
    | 'move numbering'
    | 'take numbers'
    | 'free numbers'
    | 'set numbering'
    | 'comment on column';
  /** The properties to change in the target's column; null where the target cannot express them. */
  change(from: Column, to: Column, sides: Sides): Partial<WantedColumn> | null;
}

/** The change of a column that a finding calls for; null where there is none. */
function columnChangeOf({ code }: RawFinding): ColumnChange | null {
  if (!code.startsWith('type.')) return COLUMN_CHANGES[code] ?? null;
  return {
    kind: 'set type',
    change(from, to, sides) {
      const type = newTypeOf(from, to, sides);
      if (type === null) return null;
      const isKept = to.default === null || from.canonical.kind === to.canonical.kind;
      const preset = isKept ? undefined : defaultOf(from, from.canonical, type, sides);
      return {
        type,
        ...keptBy(to),
        ...leftSorting(from, to),
        ...(preset !== undefined && { default: preset }),
      };
    },
  };
}

/** What is no text any more has no collation. */
const leftSorting = (from: Column, to: Column): Pick<WantedColumn, 'collation'> =>
  to.sorting && !from.sorting && from.canonical.kind !== 'text' ? { collation: '' } : {};

/** MariaDB's JSON is a text with a collation and a check, which are its type. */
const keptBy = ({ canonical, kept }: Column): Pick<WantedColumn, 'kept'> =>
  canonical.kind === 'json' && kept ? { kept: kept.words ? { words: kept.words } : {} } : {};

/** The type that a column of the target is to get; null where it has that already, or cannot have it. */
function newTypeOf(from: Column, to: Column, sides: TypeSides): string | null {
  const type = typeOf(from, sides);
  if (type === to.type || type === null || leavesKeys(type, to, sides)) return null;
  return isHeld('set type', to, sides) ? null : type;
}

/** Whether the engine refuses to change a column because a computed one uses it. */
const isHeld = (
  what: Ddl['computedHold'][number],
  { name }: Column,
  { target, ddl }: Pick<Sides, 'target' | 'ddl'>,
): boolean =>
  ddl.computedHold.includes(what) &&
  target.columns.some(({ generated }) =>
    namesIn(generated ?? '').some((word) => word.toLowerCase() === name.toLowerCase()),
  );

/** Whether a column that a key or an index keeps whole would get a type that the engine takes into none. */
const leavesKeys = (
  type: string,
  { name }: Pick<Column, 'name'>,
  { target, ddl }: Pick<Sides, 'target' | 'ddl'>,
): boolean => {
  const { primaryKey, uniques, foreignKeys, indexes } = target;
  const isWhole = (parts: readonly { column: string | null; prefix?: number }[]) =>
    parts.some(({ column, prefix }) => column === name && !prefix);
  return (
    !ddl.canBeKey(type) &&
    ([...(primaryKey ? [primaryKey] : []), ...uniques, ...foreignKeys].some(
      ({ columns, prefixes }) => columns.includes(name) && !prefixes,
    ) ||
      indexes.some(({ parts }) => isWhole(parts)))
  );
};

/** Numbers that count down from where they are soon reach the limit of those that count up. */
const goesOneWay = ({ numbering: from }: Column, { numbering: to }: Column) =>
  from && to && from.increment.startsWith('-') === to.increment.startsWith('-') ? {} : null;

const COLUMN_CHANGES: Readonly<Record<string, ColumnChange>> = {
  'column.nullable': {
    kind: 'set nullable',
    change: ({ nullable }, to, sides) =>
      isHeld('set nullable', to, sides) ||
      (nullable && isNeverNull(to, sides) && !isFreed(to, sides))
        ? null
        : { nullable },
  },
  'column.default': {
    kind: 'set default',
    change(from, to, sides) {
      const preset = defaultOf(from, columnToBe(from, to, sides).canonical, to.type, sides);
      if (preset === undefined) return null;
      // No other engine has it, so it stays.
      const isOwn = !sides.sameEngine && to.canonical.kind === 'timestamp';
      const update = isOwn ? updateOf(to.default ?? '') : '';
      return { default: update ? `${preset ?? 'NULL'}${update}` : preset };
    },
  },
  // Only MySQL and MariaDB have it.
  'column.onUpdate': {
    kind: 'set default',
    change: (from, to, sides) =>
      sides.sameEngine
        ? { default: defaultOf(from, from.canonical, to.type, sides) ?? null }
        : null,
  },
  // The statement names the type, too, as it is or is to be.
  'column.collation': {
    kind: 'set type',
    change(from, to, sides) {
      const collation = sides.sameEngine ? sortingOf(from) : null;
      return collation === null || isHeld('set type', to, sides) ? null : { collation };
    },
  },
  'column.identity': { kind: 'set identity', change: () => ({ identity: true }) },
  'numbering.behind': { kind: 'move numbering', change: () => ({}) },
  'numbering.end': { kind: 'free numbers', change: () => ({}) },
  'numbering.step': { kind: 'set numbering', change: goesOneWay },
  'numbering.cycles': { kind: 'set numbering', change: () => ({}) },
  'numbering.always': { kind: 'take numbers', change: () => ({}) },
  comment: { kind: 'comment on column', change: ({ comment }) => ({ comment }) },
};

/** What a column will be once its own repair has run: what it is where no statement changes its type. */
export function columnToBe(from: Column, to: Column, sides: TypeSides): KeyEnd {
  const { open, ddl, path, source, sameEngine } = sides;
  const isOpen = open.some(
    ({ part, name, code, severity }) =>
      part === 'column' && name === from.name && code.startsWith('type.') && severity !== 'info',
  );
  const type = isOpen ? newTypeOf(from, to, sides) : null;
  if (type === null) return to;
  const column = wanted(to, { type });
  if (!ddl.write({ kind: 'set type', column, was: to.type }, path)) return to;
  const canonical = sameEngine ? from.canonical : asKeyNumber(from, source, ddl);
  const { collation: _, ...letterless } = to;
  return { ...(canonical.kind === 'text' ? to : letterless), type, canonical };
}

/** Whether the engine rejects NULL in a target column whatever is declared: in a primary key, and where it numbers the rows. */
const isNeverNull = ({ name, identity }: Column, { target }: Sides): boolean =>
  identity || isInKey(name, target);
const isInKey = (name: string, { primaryKey }: TableDefinition): boolean =>
  primaryKey?.columns.includes(name) === true;

/** Whether the repair of the primary key leaves a column out of it. */
const isFreed = ({ name, identity }: Column, { open, source, nameOf }: Sides): boolean =>
  !identity &&
  open.some(({ code }) => code === 'primaryKey.different') &&
  source.primaryKey?.prefixes === undefined &&
  source.primaryKey?.columns.map(nameOf).includes(name) === false;

/** Whether a change has to wait until the primary key has other columns. */
export const waitsForKey = (change: Change, target: TableDefinition): boolean =>
  change.kind === 'set nullable' && change.column.nullable && isInKey(change.column.name, target);

/** Some engines restate a whole column, so one statement includes all open repairs of that column. */
export function changeColumn(sides: Sides): Change[] | null {
  const { finding, open, source, target, nameOf } = sides;
  const found = source.columns.find(({ name }) => name === finding.name);
  const to = target.columns.find(
    ({ name }) => name === (found ? nameOf(found.name) : finding.name),
  );
  // A column that only the target has continues its own numbers.
  const from = found ?? (finding.code === 'numbering.behind' ? to : undefined);
  const own = columnChangeOf(finding);
  if (!from || !to || !own?.change(from, to, sides)) return null;
  const isNow = ({ code }: RawFinding) =>
    code === finding.code || code !== 'column.nullable' || !isNeverNull(to, sides);
  const changes = open
    .filter((one) => one.part === 'column' && one.name === finding.name && isNow(one))
    .map((one) => columnChangeOf(one)?.change(from, to, sides) ?? {});
  const column = wanted(to, Object.assign({}, ...changes) as Partial<WantedColumn>);
  if (own.kind === 'set default') return [{ kind: own.kind, column, former: to.default }];
  if (own.kind === 'set type') return [{ kind: own.kind, column, was: to.type }];
  if (own.kind === 'set numbering') {
    const { increment, cycles } = from.numbering!;
    const sets = finding.code === 'numbering.step' ? { increment } : { cycles };
    return [{ kind: own.kind, column, sets, always: to.numbering?.always === true }];
  }
  return [{ kind: own.kind, column }];
}

/** Why no statement changes a column; null where no reason of its own is known. */
export function whyColumnStays(
  code: RawFinding['code'],
  column: Column,
  { source, target, ddl }: Pick<Sides, 'source' | 'target' | 'ddl'>,
) {
  if (code === 'column.missing' && column.identity) return 'repair.numbersRows';
  if (code === 'type.range' && asKeyNumber(column, source, ddl) !== column.canonical)
    return 'repair.keyNumbers';
  const type = code.startsWith('type.') ? ddl.typeOf(column.canonical) : null;
  if (type !== null && leavesKeys(type, column, { target, ddl })) return 'repair.keyTexts';
  const what = code === 'column.nullable' ? 'set nullable' : 'set type';
  const isChange = code === 'column.nullable' || code.startsWith('type.');
  return isChange && isHeld(what, column, { target, ddl }) ? 'repair.engine' : null;
}
