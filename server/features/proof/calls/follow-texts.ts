import type { ObjectDefinition } from '../../../../connectors/core/definitions.ts';
import { TRIGGER_TEXT } from '../../../../connectors/core/definitions.ts';
import { type CallSyntax, namesIn } from '../../../../connectors/core/calls/call-text.ts';
import { tokensOf, unquote } from '../../../../connectors/core/sql/sql-tokens.ts';
import { OBJECT_TYPES } from '../../../../contract/engines.ts';
import type { Side } from '../../../../contract/fields.ts';
import { type Message, message } from '../../../../contract/messages/message.ts';
import type { Db } from '../../../platform/db/store.ts';

/** How many calls and triggers behind each other are followed, and how many objects on the way. */
const DEEPEST = 5;
const MAX_FOLLOWED = 50;
/** Most names of texts that are looked up. */
const MAX_NAMES = 500;

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
  /** What is called. */
  own: readonly { id: number; type_id: number; schema_name: string; object_name: string }[];
  texts: readonly string[];
  /** The definition of an object of a pair as it is now; null where it cannot be read. */
  read(pair: number, object: number): Promise<ObjectDefinition | null>;
}

const fold = (name: string): string => name.toLowerCase();

/** What is known so far; names are in lower case. */
interface Known {
  seen: Set<number>;
  names: Set<string>;
  schemas: Set<string>;
  routines: Set<string>;
  /** Statements that call something. */
  ran: Set<string>;
  /** Objects and calls of which it is not known what they run. */
  unknown: Set<string>;
  isCut: boolean;
}

/** Follows a call through the triggers of the tables that it names and the routines that it calls. */
export async function followTexts(db: Db, call: FollowedCall): Promise<Reached> {
  const { projectId, side, own } = call;
  const reached: Reached = { pairs: [], gaps: [], unread: [] };
  const known: Known = {
    seen: new Set(own.flatMap(({ id, type_id }) => (isRoutine(type_id) ? id : []))),
    names: new Set(),
    schemas: new Set(own.map(({ schema_name }) => fold(schema_name))),
    routines: new Set(own.map((one) => bareName(one.object_name))),
    ran: new Set(),
    unknown: new Set(),
    isCut: false,
  };
  let texts = call.texts;
  for (let depth = 0; texts.length > 0 && depth <= DEEPEST; depth += 1) {
    learnNames(known, texts, call.syntax);
    const further: string[] = [];
    for (const one of await findNamed(db, projectId, side, known.names))
      further.push(...(await reach(one, call, known, reached)));
    texts = further;
  }
  known.isCut ||= texts.length > 0;
  reached.unread.push(...sayUnread(side, known));
  return reached;
}

function learnNames(known: Known, texts: readonly string[], syntax: CallSyntax): void {
  for (const text of texts) {
    for (const name of namesIn(text, syntax)) known.names.add(fold(name));
    for (const name of calledIn(text, syntax)) known.ran.add(name);
  }
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
  const it = `${one.schema_name}.${one.object_name}`;
  if (isRoutine(one.type_id)) known.routines.add(bareName(one.object_name));
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
  const isKnown = (call: string) => routines.has(fold(call.split(/[\s.]/).at(-1)!));
  const all = [...unknown, ...[...ran].filter((one) => !isKnown(one))];
  return [
    ...(all.length > 0
      ? [message('effect.unknownTexts', { side: where, it: all.slice(0, LISTED).join(', ') })]
      : []),
    ...(isCut ? [message('effect.notFollowed', { side: where })] : []),
  ];
}
const LISTED = 10;

const isRoutine = (type: number): boolean => type !== OBJECT_TYPES.tables;

/** The name of a routine without the types that tell it from others of that name. */
const bareName = (name: string): string => fold(name.replace(/\(.*\)$/s, ''));

type NamedObject = Awaited<ReturnType<typeof findNamed>>[number];

const findNamed = (db: Db, projectId: number, side: Side, names: ReadonlySet<string>) =>
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
      where(where.fn<string>('lower', ['object_name']), 'in', [...names].slice(0, MAX_NAMES)),
    )
    .orderBy('object.id')
    .limit(MAX_NAMES)
    .execute();
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

const CALLS =
  /\b(?:CALL|EXEC(?:UTE)?)\b\s*(?:@\w+\s*=\s*)?((?:[\p{L}\p{N}_$#@]+\s*\.\s*)*[\p{L}\p{N}_$#@]+)?/giu;

/** Statements that call something: `CALL shop.tidy`; without a name that can be read, `EXECUTE`. */
function calledIn(text: string, { spelling, nameQuotes }: CallSyntax): string[] {
  const bare = [...tokensOf(text, spelling)]
    .map((token) => {
      if (token.kind === 'comment') return ' ';
      if (token.kind !== 'quoted') return token.text;
      return nameQuotes.includes(token.text.charAt(0)) ? unquote(token) : "''";
    })
    .join('');
  return [...bare.matchAll(CALLS)].flatMap(([all, name]) =>
    // `EXECUTE AS OWNER` says as whom a routine runs.
    fold(name ?? '') === 'as' ? [] : [all.replaceAll(/\s+/g, ' ').trim()],
  );
}
