import { type Message, message } from '../../../../../contract/messages/message.ts';
import type { Change } from '../../../../../connectors/core/ddl/ddl.ts';
import type {
  ForeignKey,
  IndexPart,
  Key,
  TableDefinition,
} from '../../../../../connectors/core/definitions.ts';
import { keyText, lettersOf } from '../compare/texts/definition-texts.ts';
import type { Enforced } from '../compare/keys/compare-enforced.ts';
import { columnToBe, typeOf } from './repair-columns.ts';
import { beginningsOf, deferralIn, includedIn } from './repair-indexes.ts';
import {
  type Maker,
  type Sides,
  fullName,
  indexNameFor,
  nameFor,
  unlikeEnds,
} from './repair-sides.ts';
import { NULLS, uniquesOf } from '../compare/keys/unique-keys.ts';

/** Without case: a finding names it only where a plain key on the target treats it differently. */
const plainText = ({ letters: _, ...key }: Key): string => keyText(key);

export const addPrimaryKey: Maker = (sides) => {
  const { target, finding, nameOf } = sides;
  const { primaryKey } = sides.source;
  if (!primaryKey || primaryKey.prefixes || finding.source !== plainText(primaryKey)) return null;
  const columns = primaryKey.columns.map(nameOf);
  // No statement of this table makes room for another one.
  if (target.primaryKey?.ledTo) return null;
  const before: Change[] = target.primaryKey
    ? [{ kind: 'drop primary key', name: target.primaryKey.name }]
    : [];
  const deferral = deferralIn(primaryKey, sides);
  return [...before, { kind: 'add primary key', name: primaryKey.name, columns, ...deferral }];
};

export const addUniqueKey: Maker = (sides) => {
  const { source, finding, nameOf } = sides;
  const key = uniquesOf(source).find(
    (one) => one.name === finding.name && plainText(one) === finding.source,
  );
  // A constraint would not store what the index includes.
  if (!key || source.indexes.some(({ name, include }) => include && name === key.name)) return null;
  const columns = key.columns.map(nameOf);
  const name = indexNameFor(key.name, sides, ...columns, 'key');
  if (key.prefixes || key.include) {
    const { letters: _, ...plain } = key;
    const parts = beginningsOf(plain, sides);
    const also = includedIn(key, sides);
    return parts && [{ kind: 'create index', name, unique: true, parts, ...also, where: null }];
  }
  return [{ kind: 'add unique key', name, columns, ...deferralIn(key, sides) }];
};

/** A unique index over the source's beginnings, beside the target's key over whole values, which rejects nothing more. */
export const addBeginnings: Maker = (sides) => {
  const { part, detail, target } = sides.finding;
  const isWhole = target?.includes('(') === false;
  return part === 'unique key' && detail.code === 'definition.comparesMore' && isWhole
    ? addUniqueKey(sides)
    : null;
};

/** The source's foreign key that a finding is about. */
function sourceKeyOf({ source, finding }: Sides): ForeignKey | undefined {
  const named = source.foreignKeys.filter(({ name }) => name === finding.name);
  const key = named.find(({ columns }) => finding.source?.startsWith(`(${columns.join(', ')})`));
  return key ?? (named.length === 1 ? named[0] : undefined);
}

/** The target's foreign key on the same columns; undefined where there are several and none can be singled out. */
function targetKeyOf(
  { columns }: ForeignKey,
  { target, finding, nameOf }: Sides,
): ForeignKey | undefined {
  const listOf = (names: readonly string[]) =>
    JSON.stringify(names.map((name) => name.toLowerCase()).toSorted());
  const keys = target.foreignKeys.filter(
    (other) => listOf(other.columns) === listOf(columns.map(nameOf)),
  );
  const named = keys.find(({ schema, table, referenced }) =>
    finding.target?.endsWith(`→ ${schema}.${table} (${referenced.join(', ')})`),
  );
  return named ?? (keys.length === 1 ? keys[0] : undefined);
}

/** Why a foreign key of the source cannot be added yet: the target lacks the table that it leads to, or its engine does not take the types at both ends. */
export function whatKeyWaitsFor(sides: Sides): Message | null {
  const key = sourceKeyOf(sides);
  if (!key) return null;
  if (sides.isUnmade?.(key)) return message('repair.waitsFor', { names: fullName(key) });
  const unlike = endsUnlike(key, sides);
  return unlike.length === 0
    ? null
    : message('repair.keyTypes', { columns: unlike.join(', '), table: fullName(key) });
}

/** The target's columns of a foreign key that its engine does not let lead where the key leads to. */
function endsUnlike(key: ForeignKey, sides: Sides): string[] {
  const { source, target, nameOf, referenced, ddl } = sides;
  const ends = referenced(key)?.ends ?? [];
  const ownOf = (name: string) => {
    const from = source.columns.find((column) => column.name === name);
    const to = target.columns.find((column) => column.name === nameOf(name));
    if (from && to) return columnToBe(from, to, sides);
    const type = from ? typeOf(from, sides) : null;
    return type === null ? undefined : { type };
  };
  const unlike = unlikeEnds(key, ddl, (name, at) => [ownOf(name), ends[at]]);
  return unlike.map(({ name }) => nameOf(name));
}

/** A foreign key that is created anew is checked against existing rows anyway. */
export const validateForeignKey: Maker = (sides) => {
  const { open, finding } = sides;
  const isRecreated = open.some(
    ({ part, name, code }) =>
      part === 'foreign key' &&
      name === finding.name &&
      code !== 'foreignKey.unchecked' &&
      code !== 'foreignKey.disabled',
  );
  if (isRecreated) return addForeignKey(sides);
  const theirs = sides.target.foreignKeys.find(({ name }) => name === finding.on);
  return theirs ? [enforce(theirs, 'foreign key')] : null;
};

const enforce = (
  { name, disabled, triggersOff }: Enforced,
  part: 'check' | 'foreign key',
): Change =>
  triggersOff
    ? { kind: 'enable triggers', name }
    : { kind: 'validate', name, ...(disabled && { disabled: part }) };

/** Whether it is no more than its column, as the engine compares it anyway. */
const isPlain = (part: IndexPart): boolean =>
  part.column !== null &&
  !part.prefix &&
  !part.descending &&
  !part.operators &&
  !part.ownOrder &&
  !lettersOf(part);

/** The target's unique key of a name, which may be an index, where one that is made in its place is the same but for NULLs. */
function madeAgain(name: string, { uniques, indexes }: TableDefinition): Key | null {
  const constraint = uniques.find((one) => one.name === name);
  if (constraint) return constraint.letters || constraint.ledTo ? null : constraint;
  const index = indexes.find((one) => one.name === name);
  if (!index?.parts.every(isPlain) || index.ledTo) return null;
  const { include, parts } = index;
  return { name, columns: parts.map(({ column }) => column!), ...(include && { include }) };
}

/** Counts NULL in a unique key of the target as the source's does. */
const countNulls: Maker = ({ finding: { on: name, source }, target }) => {
  if (name === undefined || (source !== NULLS.equal && source !== NULLS.distinct)) return null;
  const areEqual = source === NULLS.equal;
  const made = areEqual && target.nullsApart ? null : madeAgain(name, target);
  if (!made) return null;
  const { columns, include, deferrable } = made;
  const nullable = target.columns
    .filter((one) => one.nullable && columns.includes(one.name))
    .map((one) => one.name);
  const key = { name, columns, ...(include && { include }), ...(deferrable && { deferrable }) };
  const isIndex = !target.uniques.some((one) => one.name === name);
  return [{ kind: 'count nulls', ...key, isIndex, areEqual, nullable }];
};

/** Enables a key, check or index that the target has. */
const enablePart: Maker = ({ finding: { part, on: name }, target }) => {
  if (name === undefined) return null;
  if (part === 'check') {
    const check = target.checks.find((one) => one.name === name && !one.ofDomain);
    return check ? [enforce(check, 'check')] : null;
  }
  const partitioned = Boolean(target.storage?.partitioning);
  const key = [target.primaryKey, ...target.uniques].find((one) => one?.name === name);
  if (key?.triggersOff) return [{ kind: 'enable triggers', name }];
  const { outage } = key ?? target.indexes.find((one) => one.name === name) ?? {};
  const index = { name, partitioned, ...(outage && { outage }) };
  return [
    key
      ? { kind: 'enable key', ...index, ...(key.unusable && { unusable: key.unusable }) }
      : { kind: 'rebuild index', ...index },
  ];
};

export const OF_PARTS: Readonly<Record<string, Maker>> = {
  'uniqueKey.nulls': countNulls,
  'primaryKey.disabled': enablePart,
  'primaryKey.unchecked': enablePart,
  'uniqueKey.disabled': enablePart,
  'uniqueKey.unchecked': enablePart,
  'check.disabled': enablePart,
  'check.unchecked': enablePart,
  'index.disabled': enablePart,
};

/** What is done with rows that refer to a changed or deleted one; null where the target cannot set some columns of a key only. */
const actionsFor = (
  { onUpdate, onDelete, onDeleteOf }: ForeignKey,
  { sameEngine, nameOf }: Pick<Sides, 'sameEngine' | 'nameOf'>,
) =>
  onDeleteOf && !sameEngine
    ? null
    : { onUpdate, onDelete, ...(onDeleteOf && { onDeleteOf: onDeleteOf.map(nameOf) }) };

export const addForeignKey: Maker = (sides) => {
  const { finding, nameOf, referenced, sameEngine } = sides;
  const found = sourceKeyOf(sides);
  const to = found && referenced(found);
  if (!found || !to) return null;
  const columns = found.columns.map(nameOf);
  const before = finding.code === 'foreignKey.missing' ? undefined : targetKeyOf(found, sides);
  if (finding.code !== 'foreignKey.missing' && !before) return null;
  const { deferrable, matchesFull } = found;
  const actions = actionsFor(found, sides);
  if (!actions) return null;
  const isOfReplication = before ? before.notForReplication : sameEngine && found.notForReplication;
  const gone = before ? [before.name] : [];
  return [
    ...(before ? [{ kind: 'drop foreign key', name: before.name } as const] : []),
    {
      kind: 'add foreign key',
      name: nameFor(found.name, { ...sides, gone }, ...columns, 'fkey'),
      columns,
      table: to.table,
      referenced: to.columns,
      ...actions,
      deferrable: deferrable ?? null,
      matchesFull: matchesFull ?? false,
      ...(isOfReplication && { notForReplication: true }),
    },
  ];
};
