import { type Message, message } from '../../../../contract/messages/message.ts';
import type { Connection } from '../../../../connectors/core/connector.ts';
import {
  DEFINITION_BATCH,
  type ObjectDefinition,
} from '../../../../connectors/core/definitions.ts';
import { ConnectorError } from '../../../../connectors/core/errors.ts';
import { groupBy } from '../../../../connectors/core/group.ts';
import { connectorOf } from '../../../../connectors/registry.ts';
import type { EngineId } from '../../../../contract/database-types.ts';
import { SIDES, type Side } from '../../../../contract/fields.ts';
import type { PairCall } from '../../../../contract/proof/calls.ts';
import type { Store } from '../../../platform/db/store.ts';
import type { DefinitionService } from '../definitions/service.ts';
import { type PairService, type PairTask, rulesOf } from '../pairs/service.ts';
import {
  NotComparable,
  type Plan,
  planComparison,
  SideError,
  withExpressions,
} from '../rows/service.ts';
import { followTexts, type KeyOf, type Reached } from './follow-texts.ts';
import { type BySide, type OpenResult, bySide, isOpen } from './sides.ts';

/** A table and its counterpart, whose rows are read before and after a call. */
export interface WatchedTable {
  pair: number;
  /** `schema.name` on each side. */
  names: BySide<string>;
  plan: Plan;
  /** Columns, by place, with numbers that a database generates. */
  numbered: ReadonlySet<number>;
}

export interface Watch {
  tables: WatchedTable[];
  /** What is not watched, and why. */
  gaps: Message[];
  /** Why the call may write further tables, where the engine of a side does not tell. */
  unread: BySide<Message[]>;
  /** Tables with more rows are not watched. */
  mostRows: number;
}

export interface WatchTools {
  store: Store;
  pairs: PairService;
  definitions: DefinitionService;
}

export interface WatchedCall {
  task: PairTask;
  call: PairCall;
  engines: BySide<EngineId>;
  sides: BySide<OpenResult>;
  /** Current definitions of what is called. */
  definitions: ReadonlyMap<number, ObjectDefinition>;
  mask: readonly string[];
  /** Tables with more rows are not watched. */
  mostRows: number;
}

/** Most tables that are watched for one call; each is read twice or more for each set of parameters. */
const MAX_TABLES = 20;

/** The tables that a call, or what it reaches, names in its texts, and the tables that a person added. */
export async function findWatched(tools: WatchTools, of: WatchedCall): Promise<Watch> {
  const read = createReader(tools, of);
  const [source, target] = await Promise.all(SIDES.map((side) => follow(tools, of, side, read)));
  const reached = { source: source!, target: target! };
  const ids = [...new Set([...of.call.tables, ...SIDES.flatMap((side) => reached[side].pairs)])];
  const watch: Watch = {
    tables: [],
    gaps: SIDES.flatMap((side) => reached[side].gaps),
    unread: bySide((side) => reached[side].unread),
    mostRows: of.mostRows,
  };
  if (ids.length > MAX_TABLES) watch.gaps.push(message('effect.manyTables', { count: MAX_TABLES }));
  for (const task of await tools.pairs.tasks(ids.slice(0, MAX_TABLES))) {
    if (task.pair.project_id !== of.task.pair.project_id) continue;
    const found = await planWatched(tools, of, task, read);
    if (!('plan' in found)) {
      watch.gaps.push(found);
      continue;
    }
    watch.tables.push(found);
    if (found.plan.leftOut.length > 0)
      watch.gaps.push(
        message('effect.columnsLeftOut', {
          it: found.names.source,
          columns: found.plan.leftOut.map(({ name }) => name).join(', '),
        }),
      );
  }
  if (watch.tables.length === 0 && watch.gaps.length === 0)
    watch.gaps.push(message('effect.noTable'));
  return watch;
}

/** Follows the call on one side; objects are read once. */
function follow(
  tools: WatchTools,
  of: WatchedCall,
  side: Side,
  read: ReadObject,
): Promise<Reached> {
  const { task, call, engines, definitions } = of;
  const own = task.members.flatMap((member) => {
    if (member.side !== side) return [];
    const definition = definitions.get(member.id);
    return { ...member, text: definition && 'text' in definition ? definition.text : null };
  });
  return followTexts(tools.store.db, {
    projectId: task.pair.project_id,
    side,
    syntax: connectorOf(engines[side]).callSyntax,
    text: call[`${side}_text`],
    own,
    async read(pair, object) {
      const [found] = await tools.pairs.tasks([pair]);
      return found ? read(found, side, object) : null;
    },
    keysTo: (schema, names) => readKeysTo(of.sides[side], schema, names),
  });
}

/** Null where they cannot be read; none where the engine does not say. */
async function readKeysTo(
  side: OpenResult,
  schema: string,
  names: readonly string[],
): Promise<KeyOf[] | null> {
  const reader = isOpen(side) ? side.database.definitions : undefined;
  if (!reader?.readReferring) return [];
  const keys: KeyOf[] = [];
  try {
    const referring = await reader.readReferring(schema, names);
    for (const [within, tables] of groupBy(referring, ([of]) => of))
      for (let at = 0; at < tables.length; at += DEFINITION_BATCH) {
        const batch = tables.slice(at, at + DEFINITION_BATCH).map(([, table]) => table);
        for (const found of await reader.readDefinitions('tables', within, batch))
          if (found.kind === 'table')
            for (const key of found.foreignKeys)
              keys.push({ of: { schema: within, table: found.name }, key });
      }
    return keys;
  } catch (error) {
    if (error instanceof ConnectorError) return null;
    throw error;
  }
}

async function planWatched(
  tools: WatchTools,
  of: WatchedCall,
  task: PairTask,
  read: ReadObject,
): Promise<WatchedTable | Message> {
  const { pair } = task;
  const names = bySide((side) => {
    const { schema_name, object_name } = memberOf(task, side);
    return `${schema_name}.${object_name}`;
  });
  const it = names.source;
  const [source, target] = await Promise.all(SIDES.map((side) => readTable(of, task, side, read)));
  if (!source || !target) return message('effect.unread', { it });
  const tables = { source, target };
  const rules = rulesOf(pair);
  for (const side of SIDES)
    if ((tables[side].definition.estimatedRows ?? 0) > of.mostRows)
      return message('effect.tooLarge', { it, side: message(`word.${side}`), count: of.mostRows });
  try {
    const watched = {
      ...tables,
      // A condition would hide changes to rows outside of it.
      rules: { ...rules, where_source: null, where_target: null },
      inherited: await tools.pairs.inherited(pair),
      mask: of.mask,
      // No marks are stored here.
      mark: (text: string) => text,
      options: null,
      namesFold: await tools.pairs.renaming(pair.project_id),
    };
    const described = {
      source: describedIn(of, source, 'source'),
      target: describedIn(of, target, 'target'),
    };
    const plan = planComparison(await withExpressions(watched, described));
    const isNumbered = (side: Side, at: number) =>
      tables[side].definition.columns.some(
        ({ name, identity }) => identity && name === plan[side].columns[at]?.name,
      );
    const numbered = plan.columns.flatMap((_, at) =>
      SIDES.some((side) => isNumbered(side, at)) ? [at] : [],
    );
    return { pair: pair.id, names, plan, numbered: new Set(numbered) };
  } catch (error) {
    if (!(error instanceof NotComparable || error instanceof SideError)) throw error;
    return message('effect.notComparable', { it, finding: error.said });
  }
}

const describedIn = (
  { sides, engines }: WatchedCall,
  { schema, name }: Record<'schema' | 'name', string>,
  side: Side,
) => ({
  engine: engines[side],
  tables: [{ schema, table: name }],
  ask: <T>(work: (connection: Connection) => Promise<T>): Promise<T> => {
    const opened = sides[side];
    if (!isOpen(opened)) throw new Error('Its tables were read a moment ago');
    return work(opened.database);
  },
});

const memberOf = ({ members }: PairTask, side: Side) =>
  members.find((member) => member.side === side)!;

/** An object of a pair as it is today; null where it cannot be read. */
type ReadObject = (task: PairTask, side: Side, id: number) => Promise<ObjectDefinition | null>;

/** Reads what a pair has on a side once. */
function createReader({ definitions }: WatchTools, { sides }: WatchedCall): ReadObject {
  const known = new Map<string, ReturnType<DefinitionService['readOf']>>();
  return async (task, side, id) => {
    const opened = sides[side];
    if (!isOpen(opened) || !opened.database.definitions) return null;
    const key = `${side} ${task.pair.id}`;
    const reading =
      known.get(key) ?? definitions.readOf(task, side, { use: (work) => work(opened.database) });
    known.set(key, reading);
    const read = await reading.catch((error: unknown) => {
      if (error instanceof ConnectorError) return null;
      throw error;
    });
    return read?.get(id)?.definition ?? null;
  };
}

/** A table as it is today; null where its rows cannot be read. */
async function readTable(
  { sides, engines }: WatchedCall,
  task: PairTask,
  side: Side,
  read: ReadObject,
) {
  const opened = sides[side];
  if (!isOpen(opened) || !opened.database.data) return null;
  const { id, schema_name, object_name } = memberOf(task, side);
  const definition = await read(task, side, id);
  return definition?.kind === 'table'
    ? { engine: engines[side], definition, schema: schema_name, name: object_name }
    : null;
}
