import type {
  ForeignKey,
  ObjectDefinition,
  ReferentialAction,
  Trigger,
  ViewDefinition,
} from '../../../../connectors/core/definitions.ts';
import { TRIGGER_TEXT } from '../../../../connectors/core/definitions.ts';
import { groupBy } from '../../../../connectors/core/group.ts';
import { type CallSyntax, namesIn } from '../../../../connectors/core/calls/call-text.ts';
import { OBJECT_TYPES } from '../../../../contract/engines.ts';
import type { Side } from '../../../../contract/fields.ts';
import { type Message, message } from '../../../../contract/messages/message.ts';
import type { Db } from '../../../platform/db/store.ts';
import { findNamed, fold, type NamedObject } from './named-objects.ts';
import { callsIn, tablesIn, writesIn } from './statements.ts';

/** How many calls and triggers behind each other are followed, and how many objects on the way. */
const DEEPEST = 5;
const MAX_FOLLOWED = 50;

/** What the texts of a call reach on one side. */
export interface Reached {
  /** Pairs of the tables that the texts name. */
  pairs: number[];
  gaps: Message[];
  /** Why further tables may be written; an engine that tells which ones were written answers that itself. */
  unread: Message[];
}

export interface FollowedCall {
  projectId: number;
  side: Side;
  syntax: CallSyntax;
  text: string;
  /** What is called, with its text; null where that is hidden or could not be read. */
  own: readonly {
    id: number;
    type_id: number;
    schema_name: string;
    object_name: string;
    text: string | null;
  }[];
  /** The definition of an object of a pair as it is now; null where it cannot be read. */
  read(pair: number, object: number): Promise<ObjectDefinition | null>;
  /** The foreign keys that lead to the named tables, as they are now; null where they cannot be read. */
  keysTo(schema: string, tables: readonly string[]): Promise<KeyOf[] | null>;
}

/** A foreign key, and the table that has it. */
export interface KeyOf {
  of: { schema: string; table: string };
  key: ForeignKey;
}

/** What is known so far; names are in lower case. */
interface Known {
  seen: Set<number>;
  names: Set<string>;
  /** How many of the names were looked up. */
  lookedUp: number;
  /** Objects of these names, whether they are meant or not. */
  named: NamedObject[];
  /** Tables and views among them that are meant, each with its schema and without. */
  relations: Set<string>;
  /** Tables of which it was not asked what refers to them. */
  referred: NamedObject[];
  keys: KeyOf[];
  /** Qualified names of what statements write, and of what changes with it, as written. */
  written: Map<string, string>;
  changed: Set<string>;
  deleted: Set<string>;
  emptied: Set<string>;
  assigned: Set<string>;
  created: Set<string>;
  schemas: Set<string>;
  /** Each with its schema and without. */
  routines: Set<string>;
  /** Statements that call something, and the name of what they call. */
  ran: Map<string, string>;
  /** Objects and calls of which it is not known what they run. */
  unknown: Set<string>;
  isCut: boolean;
}

/** Follows a call through the triggers of the tables that it names and the routines that it calls. */
export async function followTexts(db: Db, call: FollowedCall): Promise<Reached> {
  const { projectId, side, syntax } = call;
  const own = call.own.filter(({ type_id }) => isRoutine(type_id));
  const reached: Reached = { pairs: [], gaps: [], unread: [] };
  const known: Known = {
    seen: new Set(own.map(({ id }) => id)),
    names: new Set(),
    lookedUp: 0,
    named: [],
    relations: new Set(),
    referred: [],
    keys: [],
    written: new Map(),
    changed: new Set(),
    deleted: new Set(),
    emptied: new Set(),
    assigned: new Set(),
    created: new Set(),
    schemas: new Set(call.own.map(({ schema_name }) => fold(schema_name))),
    routines: new Set(own.flatMap(namesOfRoutine)),
    ran: new Map(),
    unknown: new Set(own.flatMap((one) => (one.text === null ? fullName(one) : []))),
    isCut: false,
  };
  let texts = [call.text, ...call.own.flatMap(({ text }) => text ?? [])];
  let hasGrown = false;
  for (let depth = 0; (texts.length > 0 || hasGrown) && depth <= DEEPEST; depth += 1) {
    learnNames(known, texts, syntax);
    const names = [...known.names].slice(known.lookedUp);
    known.lookedUp = known.names.size;
    known.named = known.named.concat(await findNamed(db, projectId, side, names));
    const further: string[] = [];
    for (const one of known.named) further.push(...(await reach(one, call, known, reached)));
    texts = further;
    hasGrown = await followKeys(known, call);
  }
  known.isCut ||= texts.length > 0 || hasGrown;
  reached.unread.push(...sayUnread(side, known));
  return reached;
}

/** Grows with everything that may lead further. */
const sizeOf = ({ names, changed, deleted, emptied, assigned, schemas }: Known): number =>
  [names, changed, deleted, emptied, assigned, schemas].reduce((sum, { size }) => sum + size, 0);

function learnNames(known: Known, texts: readonly string[], syntax: CallSyntax): void {
  for (const text of texts) {
    for (const name of namesIn(text, syntax)) known.names.add(fold(name));
    const { paths, ...writes } = writesIn(text, syntax);
    for (const path of paths) known.written.set(fold(path.join('.')), path.join('.'));
    for (const part of ['changed', 'deleted', 'emptied', 'assigned', 'created'] as const)
      for (const name of writes[part]) known[part].add(fold(name));
    for (const { written, path } of callsIn(text, syntax)) {
      known.ran.set(written, fold(path.join('.')));
      // Routines of a package are listed as `package.routine`.
      if (path.length > 1) known.names.add(fold(path.slice(-2).join('.')));
    }
  }
}

const MOVES: readonly ReferentialAction[] = ['cascade', 'set null', 'set default'];

/** Learns of the tables whose rows change with those that they refer to. @returns whether there are any */
async function followKeys(known: Known, { keysTo }: FollowedCall): Promise<boolean> {
  const before = sizeOf(known);
  const isWritten = ({ object_name }: NamedObject) => known.changed.has(fold(object_name));
  const asked = groupBy(known.referred.filter(isWritten), ({ schema_name }) => schema_name);
  known.referred = known.referred.filter((one) => !isWritten(one));
  for (const [schema, objects] of asked) {
    const tables = objects.map(({ object_name }) => object_name);
    const keys = await keysTo(schema, tables);
    known.keys.push(...(keys ?? []));
    if (!keys) for (const table of tables) known.unknown.add(`${schema}.${table}`);
  }
  // One table leads to the next, in any order.
  for (let size = -1; size !== sizeOf(known);) {
    size = sizeOf(known);
    for (const one of known.keys) followKey(known, one);
  }
  return sizeOf(known) > before;
}

function followKey(known: Known, { of, key }: KeyOf): void {
  const table = fold(key.table);
  const isEmptied = known.emptied.has(table);
  const isDeleted = known.deleted.has(table) && MOVES.includes(key.onDelete);
  const isUpdated =
    known.changed.has(table) &&
    MOVES.includes(key.onUpdate) &&
    // Without a name, it is the primary key.
    (key.referenced.length === 0
      ? known.assigned.size > 0
      : key.referenced.some((column) => known.assigned.has(fold(column))));
  if (!isEmptied && !isDeleted && !isUpdated) return;
  const child = fold(of.table);
  known.names.add(child);
  known.schemas.add(fold(of.schema));
  known.written.set(fold(`${of.schema}.${of.table}`), `${of.schema}.${of.table}`);
  known.changed.add(child);
  if (isEmptied) known.emptied.add(child);
  const goes = isDeleted && key.onDelete === 'cascade';
  if (goes) known.deleted.add(child);
  if (isUpdated || (isDeleted && !goes))
    for (const column of key.columns) known.assigned.add(fold(column));
}

/** Adds an object that a text names. @returns the texts that it runs in turn */
async function reach(
  one: NamedObject,
  { side, read, syntax }: FollowedCall,
  known: Known,
  reached: Reached,
): Promise<string[]> {
  if (!isReached(one, known)) return [];
  known.seen.add(one.object);
  const it = fullName(one);
  const isView = one.type_id === OBJECT_TYPES.views;
  if (isRoutine(one.type_id)) for (const name of namesOfRoutine(one)) known.routines.add(name);
  else if (!isView) {
    known.referred.push(one);
    if (one.source_count === 1 && one.target_count === 1) reached.pairs.push(one.pair);
    else reached.gaps.push(message('effect.noCounterpart', { it, side: message(`word.${side}`) }));
  }
  known.isCut ||= known.seen.size > MAX_FOLLOWED;
  if (known.isCut) return [];
  const definition = await read(one.pair, one.object);
  const { texts, areAll } = textsOf(definition);
  if (!areAll) known.unknown.add(it);
  if (texts.length > 0) known.schemas.add(fold(one.schema_name));
  if (definition?.kind === 'view') passOn(known, one, definition, syntax);
  return texts;
}

/** Whether an object of that name is meant, and was not met before. */
function isReached(
  { object, type_id, schema_name, object_name }: NamedObject,
  known: Known,
): boolean {
  const [schema, name] = [fold(schema_name), fold(object_name)];
  const isMeant = known.names.has(schema) || known.schemas.has(schema);
  if (known.seen.has(object) || !isMeant) return false;
  if (!isRoutine(type_id)) known.relations.add(name).add(`${schema}.${name}`);
  // Nothing is written through a view that is only read.
  return type_id !== OBJECT_TYPES.views || known.changed.has(name);
}

/** What is written through a view is written to tables of its query, or to what its triggers name. */
function passOn(
  known: Known,
  { object_name }: NamedObject,
  { text, viewTriggers = [] }: ViewDefinition,
  syntax: CallSyntax,
): void {
  const isDeleted = known.deleted.has(fold(object_name));
  const isAssigned = known.assigned.size > 0;
  for (const name of namesIn(text ?? '', syntax).map(fold)) {
    known.changed.add(name);
    if (isDeleted) known.deleted.add(name);
    // Columns may have other names there.
    if (isAssigned) known.assigned.add(name);
  }
  if (viewTriggers.some(({ enabled }) => enabled)) return;
  for (const path of tablesIn(text ?? '', syntax).map((names) => names.join('.')))
    known.written.set(fold(path), path);
}

function sayUnread(side: Side, known: Known): Message[] {
  const { routines, ran, unknown, isCut } = known;
  const where = message(`word.${side}`);
  const unlisted = [...known.written].flatMap(([name, written]) =>
    known.relations.has(name) || known.created.has(name) ? [] : written,
  );
  const all = [
    ...unknown,
    ...[...ran].flatMap(([written, name]) => (routines.has(name) ? [] : written)),
  ];
  return [
    ...(all.length > 0
      ? [message('effect.unknownTexts', { side: where, it: all.slice(0, LISTED).join(', ') })]
      : []),
    ...unlisted.slice(0, LISTED).map((it) => message('effect.noCounterpart', { it, side: where })),
    ...(isCut ? [message('effect.notFollowed', { side: where })] : []),
  ];
}
const LISTED = 10;

const ROUTINES: readonly number[] = [OBJECT_TYPES.functions, OBJECT_TYPES.procedures];
const isRoutine = (type: number): boolean => ROUTINES.includes(type);

type Named = Record<'schema_name' | 'object_name', string>;
const fullName = ({ schema_name, object_name }: Named): string => `${schema_name}.${object_name}`;

/** The name of a routine with its schema and without, and without the types that tell it from others of that name. */
function namesOfRoutine({ schema_name, object_name }: Named): string[] {
  const name = object_name.replace(/\(.*\)$/s, '');
  return [fold(name), fold(`${schema_name}.${name}`)];
}

/** What runs where an object is written or called; with the query of a view that is written through. */
function textsOf(definition: ObjectDefinition | null): { texts: string[]; areAll: boolean } {
  switch (definition?.kind) {
    case 'routine':
      return { texts: listed([definition.text]), areAll: definition.text !== null };
    case 'view': {
      const { texts, areAll } = textsOfTriggers(definition.viewTriggers);
      return {
        texts: listed([definition.text, ...texts]),
        areAll: areAll && definition.text !== null,
      };
    }
    case 'table':
      return textsOfTriggers(definition.triggers);
    default:
      return { texts: [], areAll: false };
  }
}

const listed = (texts: readonly (string | null)[]): string[] => texts.flatMap((text) => text ?? []);

function textsOfTriggers(triggers: readonly Trigger[] | undefined) {
  const enabled = triggers?.filter((trigger) => trigger.enabled);
  return {
    texts: listed(enabled?.map(({ text }) => text) ?? []),
    areAll: enabled?.every(({ text }) => text !== null && text.length < TRIGGER_TEXT) ?? false,
  };
}
