import { type Message, message } from '../../../../contract/messages/message.ts';
import { ENGINES, type EngineId } from '../../../../connectors/engines.ts';
import type { Feature } from '../../../../connectors/core/engine.ts';
import type { ObjectDefinition, ViewDefinition } from '../../../../connectors/core/definitions.ts';
import { SIDES, type Side } from '../../../../contract/fields.ts';
import type { DefinitionResult, Numbered } from '../../../../contract/proof/pairs.ts';
import { type PairMember, type PairTask, rulesOf } from '../pairs/service.ts';
import { type NamedAcceptance, applyAcceptances, resultOf } from './accept/acceptances.ts';
import { compareDefinitions } from './compare/compare.ts';
import type { CalledOf } from './compare/routines/called-routines.ts';
import type { Counterparts, TableName } from './counterparts.ts';
import type { TextReader, TextSources } from './compare/texts/meanings.ts';
import type { JudgedFinding } from './compare/raw-finding.ts';
import { knownRows, waitingForRows, weighByRows } from './settled-by-rows.ts';
import type { ReadDefinition } from './hashes.ts';
import type { ColumnCounterpart } from '../../../../contract/proof/rows.ts';
import { matchColumns } from './compare/columns/match-columns.ts';

/** The result of comparing the definitions of one pair. */
export interface DefinitionOutcome {
  /** Null where there was nothing to compare; `notes` says why. */
  result: DefinitionResult | null;
  /** Number of open findings that are more than notes. */
  findings: number;
  /** State of the target's next numbers; null where there was nothing to compare. */
  numbering: Numbered | null;
  /** Open findings that become notes once all rows are equal. */
  waiting: JudgedFinding[];
  notes: Message[];
  hashes: { source: string[]; target: string[] };
  source: ReadObject[];
  target: ReadObject[];
  /** What may identify the rows of two views, by source names, the best first. */
  viewKeys: string[][];
}

export interface ReadObject {
  objectId: number;
  /** Null where the database no longer has it, or the account may not see it. */
  definition: ObjectDefinition | null;
}

export type Definitions = ReadonlyMap<number, { definition: ObjectDefinition }>;

/** Undefined where no database is entered. */
export type Engines = Partial<Record<Side, EngineId>>;
/** Whether an engine lacks a feature; false where no database is entered. */
export const lacksOf =
  (engines: Engines) =>
  (side: Side, feature: Feature): boolean =>
    Object.values(ENGINES)
      .find(({ id }) => id === engines[side])
      ?.lacks.some((one: Feature) => one === feature) ?? false;

/** What a comparison needs besides the two definitions. */
export interface Context extends Counterparts {
  engines: Engines;
  texts: TextReader;
  /** Null where no database is entered. */
  sources: TextSources | null;
  isTrigger: IsTrigger;
  calledOf: CalledOf;
}

/** Whether the project has an object for the trigger of a table. */
export type IsTrigger = (side: Side, on: TableName, trigger: string) => boolean;

/** The definitions of a pair; null where it has not exactly one on each side. */
function definitionPairOf(
  { members }: PairTask,
  definitions: Definitions,
): Record<Side, ObjectDefinition> | null {
  const onSide = (side: Side) =>
    members.filter((member) => member.side === side).map(({ id }) => definitions.get(id));
  const [source, ...moreSources] = onSide('source');
  const [target, ...moreTargets] = onSide('target');
  if (!source || !target || moreSources.length + moreTargets.length > 0) return null;
  return { source: source.definition, target: target.definition };
}

/** Result, number of open findings and state of the numbers of a pair. */
export function resultsOf(
  task: PairTask,
  definitions: Definitions,
  findings: readonly JudgedFinding[] | null,
): Pick<DefinitionOutcome, 'result' | 'findings' | 'numbering'> {
  const sides = definitionPairOf(task, definitions);
  if (!findings || !sides) return { result: null, findings: 0, numbering: null };
  const { result, open } = resultOf(findings);
  return { result, findings: open, numbering: judgeNumbering(sides, findings) };
}

/** Findings of a pair; null where it has not exactly one definition on each side. */
export function compareTask(
  task: PairTask,
  definitions: Definitions,
  acceptances: readonly NamedAcceptance[],
  rename: (name: string) => string,
  { engines, texts, counterpartOf, isTrigger, calledOf }: Omit<Context, 'sources' | 'originOf'>,
): JudgedFinding[] | null {
  const sides = definitionPairOf(task, definitions);
  if (!sides) return null;
  const rows = knownRows(task.pair);
  const tableOn = (side: Side): TableName => {
    const member = task.members.find((one) => one.side === side);
    return { schema: member?.schema_name ?? '', table: member?.object_name ?? '' };
  };
  const raw = compareDefinitions(sides.source, sides.target, {
    rename,
    named: rulesOf(task.pair).columns,
    values: rows.coverage?.column_evidence ?? [],
    sameEngine: engines.source === engines.target,
    lacks: lacksOf(engines),
    texts,
    counterpartOf,
    called: (side, routine) => calledOf(side, tableOn(side).schema, routine),
    isObject: (side, trigger) => isTrigger(side, tableOn(side), trigger),
    schemas: { source: tableOn('source').schema, target: tableOn('target').schema },
  });
  return applyAcceptances(task, weighByRows(raw, rows), acceptances);
}

export function outcomeOf(
  task: PairTask,
  read: ReadonlyMap<number, ReadDefinition>,
  findings: JudgedFinding[] | null,
  rename: (name: string) => string,
  texts: TextReader,
): DefinitionOutcome {
  const sides = definitionPairOf(task, read);
  const onSide = (side: PairMember['side']): ReadObject[] =>
    task.members
      .filter((member) => member.side === side)
      .map(({ id }) => ({ objectId: id, definition: read.get(id)?.definition ?? null }));
  const hashesOf = (objects: ReadObject[]) =>
    objects.flatMap(({ objectId }) => read.get(objectId)?.hash ?? []);
  const source = onSide('source');
  const target = onSide('target');
  return {
    ...resultsOf(task, read, findings),
    waiting: waitingForRows(findings ?? []),
    notes: findings ? [] : [whyNotCompared(source, target)],
    hashes: { source: hashesOf(source), target: hashesOf(target) },
    source,
    target,
    viewKeys: sides ? keysOfViews(sides, texts, rename, rulesOf(task.pair).columns) : [],
  };
}

export const notSeen = (side: Side): Message =>
  message('definition.notSeen', { side: message(`word.${side}`) });

function whyNotCompared(source: readonly ReadObject[], target: readonly ReadObject[]): Message {
  if (source.length !== 1 || target.length !== 1) return message('definition.severalObjects');
  return notSeen(source[0]!.definition === null ? 'source' : 'target');
}

const BEHIND: readonly string[] = ['numbering.behind', 'sequence.behind'];
/** Findings that leave the next number unknown; sequences of opposite directions cannot be compared. */
const UNKNOWN: readonly string[] = ['numbering.unread', 'sequence.unread', 'sequence.otherWay'];

/** Judges the next numbers of a pair's target by its findings; those that are accepted do not count. */
export function judgeNumbering(
  sides: Record<Side, ObjectDefinition>,
  findings: readonly JudgedFinding[],
): Numbered {
  if (!hasNumbers(sides)) return 'none';
  const open = findings.filter(({ accepted }) => accepted === null);
  if (open.some(({ code }) => BEHIND.includes(code))) return 'behind';
  const isUnknown = open.some(
    // Where an object became one of another kind, its numbers were not compared.
    ({ code, answer }) =>
      UNKNOWN.includes(code) || (code === 'object.kind' && answer === 'different'),
  );
  return isUnknown || isUnread(sides.target) ? 'unknown' : 'above';
}

/** A source sequence that cycles has no last number to stay above. */
const hasNumbers = ({ source, target }: Record<Side, ObjectDefinition>): boolean =>
  target.kind === 'sequence'
    ? !(source.kind === 'sequence' && source.cycles)
    : target.kind === 'table' && target.columns.some(({ identity }) => identity);

/** Whether the definition was read before next numbers were asked for. */
const isUnread = (target: ObjectDefinition): boolean =>
  target.kind === 'table' &&
  target.columns.some(
    ({ identity, numbering }) => identity && numbering && numbering.reached === undefined,
  );

/** What may identify the rows of two views, by their queries: source names of columns, those that both sides tell first. */
export function keysOfViews(
  { source, target }: Record<Side, ObjectDefinition>,
  texts: TextReader,
  rename: (name: string) => string,
  named: readonly ColumnCounterpart[],
): string[][] {
  if (source.kind !== 'view' || target.kind !== 'view') return [];
  const views = { source, target };
  const { pairs } = matchColumns(source.columns, target.columns, rename, named);
  const sourceNames = {
    source: new Map(source.columns.map(({ name }) => [name, name])),
    target: new Map(pairs.map(([one, other]) => [other.name, one.name])),
  };
  const [own, theirs] = SIDES.map((side) =>
    keysIn(side, views[side], texts).flatMap((key) => {
      const names = key.flatMap((name) => sourceNames[side].get(name) ?? []);
      return names.length === key.length ? [names.toSorted()] : [];
    }),
  ) as [string[][], string[][]];
  const isThere = (list: readonly string[][], key: readonly string[]) =>
    list.some((other) => other.join('\0') === key.join('\0'));
  const shared = own.filter((key) => isThere(theirs, key));
  // A partitioned table's key has a column more than the rows need.
  const rest = [...own, ...theirs]
    .filter((key) => !isThere(shared, key))
    .toSorted((one, other) => one.length - other.length);
  return [...shared, ...rest];
}

function keysIn(side: Side, { text, columns }: ViewDefinition, texts: TextReader): string[][] {
  const keys = (text === null ? null : texts.view(side, text)?.keys) ?? [];
  return keys
    .map((key) => key.flatMap((place) => columns[place]?.name ?? []))
    .filter((names, at) => names.length === keys[at]!.length);
}
