import { type ObjectDefinition, hasColumns } from '../../../../../connectors/core/definitions.ts';
import { type Message, message } from '../../../../../contract/messages/message.ts';
import type { CanonicalType } from '../../../../../contract/proof/definitions.ts';
import { skeleton } from './similarity.ts';
import { shortOf, wordsOf } from './words.ts';

/** The properties of an object that matching compares. */
export interface Shape {
  kind: ObjectDefinition['kind'];
  /** By names regardless of spelling, plurals and abbreviations; for a routine, its parameters in order. */
  columns: ReadonlyMap<string, TypeClass>;
  /** Columns of the primary key, sorted; of a trigger, when it fires. */
  key: string;
  /** The tables that foreign keys reference; of a trigger, its table. */
  references: readonly { schema: string; name: string }[];
  /** Number of rows by the engine's statistics. */
  rows: number | null;
}

/** Types that migrations turn into one another. */
type TypeClass = 'number' | 'text' | 'time' | 'bytes' | 'other';

const CLASSES: Partial<Record<CanonicalType['kind'], TypeClass>> = {
  boolean: 'number',
  integer: 'number',
  decimal: 'number',
  float: 'number',
  bits: 'number',
  year: 'number',
  text: 'text',
  enum: 'text',
  set: 'text',
  date: 'time',
  time: 'time',
  timestamp: 'time',
  binary: 'bytes',
};
const classOf = ({ kind }: CanonicalType): TypeClass => CLASSES[kind] ?? 'other';
/** Types without a class of their own (JSON, UUID, XML, arrays …) may be text or bytes elsewhere. */
const fits = (one: TypeClass, other: TypeClass): boolean =>
  one === other || one === 'other' || other === 'other';

/** Removes a prefix that all columns of a table share, such as in C_CUSTKEY, C_NAME: it tells nothing. */
function withoutPrefix(names: readonly string[][]): string[][] {
  const first = names[0]?.[0];
  const isShared =
    names.length > 2 && names.every((words) => words.length > 1 && words[0] === first);
  return isShared ? names.map((words) => words.slice(1)) : [...names];
}

const joinShortened = (words: readonly string[]): string => words.map(shortOf).join('');

export function shapeOf(definition: ObjectDefinition): Shape {
  const nothing = { key: '', references: [], rows: null };
  if (definition.kind === 'routine') {
    const columns = definition.parameters.map(
      ({ canonical }, at) => [String(at), classOf(canonical)] as const,
    );
    return { ...nothing, kind: 'routine', columns: new Map(columns) };
  }
  if (definition.kind === 'trigger') {
    const { timing, events, schema, table } = definition;
    const key = [timing, ...events.toSorted()].join();
    return {
      ...nothing,
      kind: 'trigger',
      columns: new Map(),
      key,
      references: [{ schema, name: table }],
    };
  }
  if (!hasColumns(definition)) return { ...nothing, kind: definition.kind, columns: new Map() };
  const names = withoutPrefix(definition.columns.map(({ name }) => wordsOf(name))).map(
    joinShortened,
  );
  const columns = new Map(
    definition.columns.map(({ canonical }, at) => [names[at]!, classOf(canonical)] as const),
  );
  if (definition.kind === 'view') return { ...nothing, kind: 'view', columns };
  const nameOf = new Map(definition.columns.map(({ name }, at) => [name, names[at]!]));
  const key = definition.primaryKey?.columns.map((name) => nameOf.get(name) ?? skeleton(name));
  return {
    kind: 'table',
    columns,
    key: key?.toSorted().join() ?? '',
    references: definition.foreignKeys.map(({ schema, table }) => ({ schema, name: table })),
    rows: definition.estimatedRows,
  };
}

/** Columns that occur in tables of any kind. */
const COMMON = new Set(
  (
    'id name code description status type active is_active title version notes comment remarks value ' +
    'created created_at created_by created_on create_date creation_date timestamp date sort_order ' +
    'updated updated_at updated_by update_date last_update last_updated deleted deleted_at ' +
    'modified modified_at modified_by modified_date'
  )
    .split(' ')
    .map((name) => joinShortened(wordsOf(name))),
);
const WEIGHT_OF_COMMON = 0.3;

/** How much it tells that two objects share a column of this name. */
export type WeightOf = (column: string) => number;

/** The more objects have a column, the less it tells. */
export function createColumnWeights(shapes: Iterable<Shape>): WeightOf {
  const counts = new Map<string, number>();
  for (const { kind, columns } of shapes)
    if (kind !== 'routine')
      for (const column of columns.keys()) counts.set(column, (counts.get(column) ?? 0) + 1);
  return (column) => {
    const most = COMMON.has(column) ? WEIGHT_OF_COMMON : 1;
    return most / Math.log2(1 + Math.max(1, (counts.get(column) ?? 0) / 2));
  };
}

export interface ShapeSimilarity {
  /** 0 to 100: the share that both have in common, weighted by how much each column tells. */
  score: number;
  /** How much the common columns tell: those that all objects of a schema have tell little. */
  strength: number;
  /** Columns that have the same name on both sides. */
  common: number;
  reasons: Message[];
}

/** Scores of triggers whose names have to tell the rest: of a table whose counterpart is unknown, or with other events. */
const [TABLE_UNKNOWN, SAME_TABLE] = [50, 70];
/** What primary keys, foreign keys and numbers of rows add to the score or deduct from it. */
const KEY = 4;
const REFERENCES = 4;
const ROWS = 3;
const TYPE_DIFFERS = 0.5;

type LeadsTo = (
  from: Shape['references'][number],
  to: Shape['references'][number],
) => boolean | undefined;

/** @param leadsTo - whether the source table of a reference became this target table; undefined where it is unknown what it became */
export function compareShapes(
  source: Shape,
  target: Shape,
  weightOf: WeightOf,
  leadsTo: LeadsTo,
): ShapeSimilarity {
  if (source.kind === 'routine' || target.kind === 'routine')
    return compareParameters(source, target);
  if (source.kind === 'trigger' || target.kind === 'trigger')
    return compareTriggers(source, target, leadsTo);
  const columns = compareColumns(source, target, weightOf);
  const rest = compareRest(source, target, leadsTo);
  return {
    score: Math.round(Math.max(0, Math.min(100, columns.score + rest.score))),
    strength: columns.strength,
    common: columns.common,
    reasons: [columns.reason, ...rest.reasons],
  };
}

function compareColumns(source: Shape, target: Shape, weightOf: WeightOf) {
  let [same, all, common, sameTypes] = [0, 0, 0, 0];
  for (const [name, type] of source.columns) {
    const weight = weightOf(name);
    const its = target.columns.get(name);
    all += weight;
    if (its === undefined) continue;
    common += 1;
    const agrees = fits(type, its);
    if (agrees) sameTypes += 1;
    same += agrees ? weight : weight * TYPE_DIFFERS;
  }
  for (const name of target.columns.keys()) all += weightOf(name);
  const total = Math.max(source.columns.size, target.columns.size);
  const reason =
    sameTypes === common
      ? message('pair.sameColumns', { count: common, total })
      : message('pair.namedColumns', { count: common, total, same: sameTypes });
  return { score: all === 0 ? 0 : (200 * same) / all, strength: same, common, reason };
}

/** The score of keys, foreign keys and rows. */
function compareRest(source: Shape, target: Shape, leadsTo: LeadsTo) {
  const reasons: Message[] = [];
  let score = 0;
  if (source.key !== '' && target.key !== '') {
    score += source.key === target.key ? KEY : -KEY;
    if (source.key === target.key) reasons.push(message('pair.sameKey'));
  }
  const led = source.references.filter((from) => target.references.some((to) => leadsTo(from, to)));
  if (led.length > 0) {
    score += REFERENCES;
    const total = source.references.length;
    reasons.push(message('pair.sameReferences', { count: led.length, total }));
  }
  if (source.rows !== null && source.rows > 0 && source.rows === target.rows) {
    score += ROWS;
    reasons.push(message('pair.sameRows', { count: source.rows }));
  }
  return { score, reasons };
}

/** Parameters tell little, and nothing where neither routine has any. */
function compareParameters(source: Shape, target: Shape): ShapeSimilarity {
  const total = Math.max(source.columns.size, target.columns.size);
  const [left, right] = [source, target].map(({ columns }) => [...columns.values()]);
  const common = left!.filter(
    (type, at) => right![at] !== undefined && fits(type, right![at]),
  ).length;
  const isOfKind = source.kind === target.kind;
  const reasons = total === 0 ? [] : [message('pair.sameParameters', { count: common, total })];
  return {
    score: !isOfKind ? 0 : total === 0 ? 100 : Math.round((100 * common) / total),
    strength: 0,
    common,
    reasons,
  };
}

/** Whether triggers fire on the same table, and for the same events. */
function compareTriggers(source: Shape, target: Shape, leadsTo: LeadsTo): ShapeSimilarity {
  const [from, to] = [source.references[0], target.references[0]];
  const isThere = from && to && leadsTo(from, to);
  if (!isThere) {
    return {
      score: isThere === undefined ? TABLE_UNKNOWN : 0,
      strength: 0,
      common: 0,
      reasons: [],
    };
  }
  return source.key === target.key
    ? { score: 100, strength: 3, common: 3, reasons: [message('pair.sameFiring')] }
    : { score: SAME_TABLE, strength: 0, common: 0, reasons: [message('pair.sameTable')] };
}
