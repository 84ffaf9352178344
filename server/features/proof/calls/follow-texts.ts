import type { ObjectDefinition } from '../../../../connectors/core/definitions.ts';
import { TRIGGER_TEXT } from '../../../../connectors/core/definitions.ts';
import { type CallSyntax, namesIn } from '../../../../connectors/core/calls/call-text.ts';
import {
  is,
  type SqlToken,
  unquote,
  wordsAndSigns,
} from '../../../../connectors/core/sql/sql-tokens.ts';
import { OBJECT_TYPES } from '../../../../contract/engines.ts';
import type { Side } from '../../../../contract/fields.ts';
import { type Message, message } from '../../../../contract/messages/message.ts';
import { sql, type SqlBool } from 'kysely';
import type { Db } from '../../../platform/db/store.ts';

/** How many calls and triggers behind each other are followed, and how many objects on the way. */
const DEEPEST = 5;
const MAX_FOLLOWED = 50;
/** How many names are looked up at once. */
const NAMES_AT_ONCE = 500;

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
}

const fold = (name: string): string => name.toLowerCase();

/** What is known so far; names are in lower case. */
interface Known {
  seen: Set<number>;
  names: Set<string>;
  /** Objects of these names, whether they are meant or not. */
  named: NamedObject[];
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
    named: [],
    schemas: new Set(call.own.map(({ schema_name }) => fold(schema_name))),
    routines: new Set(own.flatMap(namesOfRoutine)),
    ran: new Map(),
    unknown: new Set(own.flatMap((one) => (one.text === null ? fullName(one) : []))),
    isCut: false,
  };
  let texts = [call.text, ...call.own.flatMap(({ text }) => text ?? [])];
  for (let depth = 0; texts.length > 0 && depth <= DEEPEST; depth += 1) {
    const names = learnNames(known, texts, syntax);
    known.named = known.named.concat(await findNamed(db, projectId, side, names));
    const further: string[] = [];
    for (const one of known.named) further.push(...(await reach(one, call, known, reached)));
    texts = further;
  }
  known.isCut ||= texts.length > 0;
  reached.unread.push(...sayUnread(side, known));
  return reached;
}

/** @returns the names that were not known before */
function learnNames(known: Known, texts: readonly string[], syntax: CallSyntax): string[] {
  const before = known.names.size;
  for (const text of texts) {
    for (const name of namesIn(text, syntax)) known.names.add(fold(name));
    for (const { written, path } of callsIn(text, syntax)) {
      known.ran.set(written, fold(path.join('.')));
      // Routines of a package are listed as `package.routine`.
      if (path.length > 1) known.names.add(fold(path.slice(-2).join('.')));
    }
  }
  return [...known.names].slice(before);
}

/** Adds an object that a text names. @returns the texts that it runs in turn */
async function reach(
  one: NamedObject,
  { side, read }: FollowedCall,
  known: Known,
  reached: Reached,
): Promise<string[]> {
  const schema = fold(one.schema_name);
  const isMeant = known.names.has(schema) || known.schemas.has(schema);
  if (known.seen.has(one.object) || !isMeant) return [];
  known.seen.add(one.object);
  const it = fullName(one);
  if (isRoutine(one.type_id)) for (const name of namesOfRoutine(one)) known.routines.add(name);
  else if (one.source_count === 1 && one.target_count === 1) reached.pairs.push(one.pair);
  else reached.gaps.push(message('effect.noCounterpart', { it, side: message(`word.${side}`) }));
  known.isCut ||= known.seen.size > MAX_FOLLOWED;
  if (known.isCut) return [];
  const { texts, areAll } = textsOf(await read(one.pair, one.object));
  if (!areAll) known.unknown.add(it);
  if (texts.length > 0) known.schemas.add(schema);
  return texts;
}

function sayUnread(side: Side, { routines, ran, unknown, isCut }: Known): Message[] {
  const where = message(`word.${side}`);
  const all = [
    ...unknown,
    ...[...ran].flatMap(([written, name]) => (routines.has(name) ? [] : written)),
  ];
  return [
    ...(all.length > 0
      ? [message('effect.unknownTexts', { side: where, it: all.slice(0, LISTED).join(', ') })]
      : []),
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

type NamedObject = Awaited<ReturnType<typeof findNamed>>[number];

async function findNamed(db: Db, projectId: number, side: Side, names: readonly string[]) {
  const find = (some: readonly string[]) =>
    db
      .selectFrom('object')
      .innerJoin('pair', 'pair.id', 'object.pair_id')
      .select([
        'object.id as object',
        'object.type_id',
        'schema_name',
        'object_name',
        'pair.id as pair',
        'source_count',
        'target_count',
      ])
      .where('object.project_id', '=', projectId)
      .where('object.side', '=', side)
      .where('object.type_id', 'in', FOLLOWED)
      .where((where) =>
        where.or([
          where(where.fn<string>('lower', ['object_name']), 'in', some),
          ...some.filter(isBeyondAscii).map(isSpeltLike),
        ]),
      )
      .orderBy('object.id')
      .execute();
  const found: Awaited<ReturnType<typeof find>>[] = [];
  for (let at = 0; at < names.length; at += NAMES_AT_ONCE)
    found.push(await find(names.slice(at, at + NAMES_AT_ONCE)));
  const wanted = new Set(names);
  return found.flat().filter(({ object_name }) => wanted.has(fold(object_name)));
}

const isBeyondAscii = (name: string): boolean => /[^\p{ASCII}]/u.test(name);
/** Stores fold other letters each in its own way, SQLite not at all: any letter may stand in their place. */
function isSpeltLike(name: string) {
  const escaped = name.replaceAll(/[\\%_]/g, String.raw`\$&`);
  return sql<SqlBool>`lower(object_name) like ${escaped.replaceAll(/[^\p{ASCII}]/gu, '_')} escape '\\'`;
}

const FOLLOWED = [OBJECT_TYPES.tables, OBJECT_TYPES.functions, OBJECT_TYPES.procedures];

/** What runs where an object is written or called. */
function textsOf(definition: ObjectDefinition | null): { texts: string[]; areAll: boolean } {
  if (definition?.kind === 'routine')
    return {
      texts: definition.text === null ? [] : [definition.text],
      areAll: definition.text !== null,
    };
  if (definition?.kind !== 'table') return { texts: [], areAll: false };
  const triggers = definition.triggers?.filter(({ enabled }) => enabled);
  return {
    texts: triggers?.flatMap(({ text }) => text ?? []) ?? [],
    areAll: triggers?.every(({ text }) => text !== null && text.length < TRIGGER_TEXT) ?? false,
  };
}

const CALLS = ['CALL', 'EXEC', 'EXECUTE'];

/** Statements that call something: `CALL shop.tidy`; without a name that can be read, `EXECUTE`. */
function callsIn(text: string, syntax: CallSyntax): { written: string; path: string[] }[] {
  // Elsewhere, as in SQLite, these words are names.
  if (![...syntax.reads, ...syntax.writes].some((verb) => CALLS.includes(verb))) return [];
  const tokens = wordsAndSigns(text, syntax.spelling);
  return tokens.flatMap((token, at) => {
    if (!is(token, ...CALLS) || is(tokens[at - 1], '.')) return [];
    // `EXECUTE AS OWNER` says as whom a routine runs.
    if (is(tokens[at + 1], 'AS')) return [];
    const isAssigned = tokens[at + 1]?.kind === 'variable' && is(tokens[at + 2], '=');
    const path = pathAt(tokens, at + (isAssigned ? 3 : 1), syntax);
    return { written: [token.text, path.join('.')].join(' ').trim(), path };
  });
}

/** The parts of the qualified name that begins at an index; none where there is no name. */
function pathAt(tokens: readonly SqlToken[], start: number, { nameQuotes }: CallSyntax): string[] {
  const path: string[] = [];
  for (let at = start; at < tokens.length; at += 2) {
    const token = tokens[at]!;
    const isQuoted = token.kind === 'quoted' && nameQuotes.includes(token.text.charAt(0));
    if (token.kind !== 'word' && !isQuoted) break;
    path.push(unquote(token));
    if (!is(tokens[at + 1], '.')) break;
  }
  return path;
}
