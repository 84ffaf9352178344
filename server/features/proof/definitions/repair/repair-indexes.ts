import type {
  Column,
  Index,
  IndexPart,
  Key,
  TableDefinition,
} from '../../../../../connectors/core/definitions.ts';
import type { Change, WantedColumn } from '../../../../../connectors/core/ddl/ddl.ts';
import { indexText, keyText, lettersOf } from '../compare/texts/definition-texts.ts';
import { usingOf } from '../compare/keys/indexes.ts';
import { hasRoom } from './key-room.ts';
import { type Maker, type Sides, indexNameFor } from './repair-sides.ts';

export const createIndex: Maker = (sides) => {
  const { source, target, finding, nameOf, columns, texts } = sides;
  const index = source.indexes.find(({ name }) => name === finding.name);
  if (!index) return null;
  const written = (text: string, as: 'value' | 'condition') =>
    texts.expression(columns, { text, as });
  const parts = index.parts.map(({ column, expression, ...rest }) => ({
    column: column === null ? null : nameOf(column),
    expression: expression === null ? null : written(expression, 'value'),
    ...rest,
    ...(isTooLong(column, rest.prefix, sides) &&
      partOf({ column: column!, prefix: rest.prefix! }, sides)),
  }));
  const where = index.where === null ? null : written(index.where, 'condition');
  const isWritten = parts.every((part) => isSaid(part, sides) && (part.column ?? part.expression));
  if (!isWritten || (where === null) !== (index.where === null)) return null;
  const before = finding.target === null ? undefined : indexOf(target, finding.target);
  if (finding.target !== null && !before) return null;
  const made = {
    kind: 'create index',
    name: indexNameFor(index.name, { ...sides, gone: before ? [before.name] : [] }, 'index'),
    unique: index.unique,
    parts,
    where,
    ...includedIn(index, sides),
    ...usingOf(index),
  } as const;
  return [
    ...(before ? [{ kind: 'drop index', name: before.name } as const] : []),
    ...overColumns(made, sides),
  ];
};

/** An index over computed columns that take the place of its expressions, where the engine has no index of expressions. */
function overColumns(
  index: Extract<Change, { kind: 'create index' }>,
  { ddl, path, target }: Sides,
): Change[] {
  if (ddl.hides === null || index.where !== null || ddl.write(index, path) !== null) return [index];
  const added: Change[] = [];
  const types = new Map(target.columns.map(({ name, canonical }) => [name, canonical]));
  const parts = index.parts.map((part) => {
    const column = part.expression === null ? null : computedFor(part.expression, index, target);
    if (!column) return part;
    const { canonical, ...own } = column;
    types.set(own.name, canonical);
    added.push({ kind: 'add column', column: { ...own, kept: { words: ddl.hides! } } });
    return { ...part, column: own.name, expression: null };
  });
  const names = new Set(added.map((one) => 'column' in one && one.column.name));
  const isWhole = parts.every(({ column }) => column !== null) && names.size === added.length;
  // The columns would stay where the index is refused.
  const isTaken = hasRoom(
    parts.map(({ column, prefix }) => ({ type: types.get(column ?? ''), prefix })),
    ddl,
  );
  return isWhole && isTaken ? [...added, { ...index, parts }] : [index];
}

/** More characters have no name. */
const LONGEST_NAME = 64;

/** Whether no values of a column are the same to a key that differ, be it in accents or in blanks at the end. */
const isExact = ({ collation = '', padSpace }: Column): boolean =>
  /_bin$/i.test(collation) && !padSpace;

/** A column for a text of another column in one case, whose type and collation are those of that column; null for others. */
function computedFor(
  expression: string,
  { name, unique }: { name: string; unique: boolean },
  { columns }: TableDefinition,
): (WantedColumn & Pick<Column, 'canonical'>) | null {
  const [, inner = ''] = /^(?:lower|upper)\((.+)\)$/i.exec(expression) ?? [];
  const of = columns.find((column) => [column.name, `\`${column.name}\``].includes(inner));
  const own = `${of?.name}_of_${name}`;
  const isIndexed =
    of?.canonical.kind === 'text' && of.canonical.length !== null && of.generated === null;
  const isFree = !columns.some((column) => column.name.toLowerCase() === own.toLowerCase());
  if (!isIndexed || !isFree || own.length > LONGEST_NAME) return null;
  if (unique && !isExact(of)) return null;
  return {
    name: own,
    canonical: of.canonical,
    type: of.type,
    nullable: true,
    default: null,
    identity: false,
    generated: expression,
    comment: null,
    stored: false,
    ...(of.collation !== undefined && { collation: of.collation }),
  };
}

/** A unique index that ignores case, in place of the target's; a constraint stays beside it, since it rejects nothing more. */
export const ignoreCase: Maker = (sides) => {
  const { finding, target } = sides;
  if (finding.detail.code !== 'definition.keySeesCase') return null;
  const constraint = target.uniques.find((key) => keyText(key) === finding.target);
  if (!constraint) return createIndex(sides);
  const made = createIndex({ ...sides, finding: { ...finding, target: null } });
  const isTaken = made?.some((one) => 'name' in one && one.name === constraint.name);
  return isTaken ? null : made;
};

/** The source's columns by their target names, and how the target is written. */
type Of = Pick<Sides, 'columns' | 'sameEngine' | 'ddl' | 'nameOf' | 'texts'>;

/** Whether a column of which the source keeps the beginning may hold more than an engine takes into an index: it would refuse such rows. */
export function isTooLong(
  column: string | null,
  prefix: number | undefined,
  { columns, sameEngine, ddl: { mostIndexed } }: Of,
): boolean {
  const type = columns.find(({ name }) => name === column)?.canonical;
  if (!prefix || sameEngine || mostIndexed === null || type?.kind !== 'text') return false;
  return type.length === null || type.bytes || type.length > mostIndexed;
}
/** The most bytes of a value of these types leave room for others in an index. */
const SHORT = new Set(
  'boolean integer decimal float date time timestamp interval year uuid enum'.split(' '),
);

/** The columns that an index stores besides; between two engines without those that may be too long for it. */
export function includedIn(
  { include = [] }: Pick<Index, 'include'>,
  { columns, sameEngine, nameOf, ddl: { mostIndexed } }: Of,
): { include?: string[] } {
  let room = mostIndexed ?? Infinity;
  const kept = include.filter((name) => {
    const type = columns.find((one) => one.name === name)?.canonical;
    if (sameEngine || !type || SHORT.has(type.kind)) return true;
    const length = type.kind === 'text' ? (type.length ?? Infinity) : Infinity;
    if (length > room) return false;
    room -= length;
    return true;
  });
  return kept.length > 0 ? { include: kept.map(nameOf) } : {};
}

/** When a key is checked, unless that keeps foreign keys from leading to it that lead there on another engine. */
export const deferralIn = (
  { deferrable }: Pick<Key, 'deferrable'>,
  { sameEngine, ddl: { leadsToChecked } }: Pick<Of, 'sameEngine' | 'ddl'>,
): Pick<Key, 'deferrable'> => (deferrable && (sameEngine || !leadsToChecked) ? { deferrable } : {});

/** Whether the words for a part of an index say all of it that its engine knows. */
export const isSaid = (part: IndexPart, { sameEngine }: Pick<Of, 'sameEngine'>): boolean =>
  !lettersOf(part) && !(sameEngine && part.ownOrder);

/** The index with this text, as findings show it. */
const indexOf = (table: TableDefinition, text: string): Index | undefined =>
  table.indexes.find((index) => indexText(index) === text);

/**
 * A part of an index over the beginning of a column, which MySQL alone has as such: elsewhere an expression; null where the target has
 * no words for it.
 */
export function partOf(
  { column, prefix }: { column: string; prefix: number | null },
  { sameEngine, nameOf, columns, texts }: Of,
): IndexPart | null {
  const plain = { column: nameOf(column), expression: null, descending: false };
  if (prefix === null) return plain;
  if (sameEngine) return { ...plain, prefix };
  const text = `left(\`${column.replaceAll('`', '``')}\`, ${prefix})`;
  const expression = texts.expression(columns, { text, as: 'value' });
  return expression === null ? null : { ...plain, column: null, expression };
}

/** The parts of a unique index that acts as a key over beginnings; null where the target has no words for them. */
export function beginningsOf({ columns, prefixes, letters }: Key, of: Of): IndexPart[] | null {
  if (letters) return null;
  const parts = columns.flatMap(
    (column, at) => partOf({ column, prefix: prefixes?.[at] ?? null }, of) ?? [],
  );
  return parts.length < columns.length ? null : parts;
}
