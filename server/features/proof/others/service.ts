import type { OtherList, OtherName } from '../../../../connectors/core/catalogue/others.ts';
import type { Side } from '../../../../contract/fields.ts';
import {
  MAX_OTHERS,
  OTHER_KINDS,
  type OtherCount,
  type OtherKind,
  type OtherRow,
  type OthersEvent,
} from '../../../../contract/proof/others.ts';
import type { Store } from '../../../platform/db/store.ts';
import { ProblemError } from '../../../platform/problem.ts';
import { type DatabasePool, type DatabaseService, asProblem } from '../../databases/service.ts';
import { expectProject } from '../../projects/lookup-service.ts';
import { readNaming } from '../pairs/naming-service.ts';
import { groupBy } from '../../../../connectors/core/group.ts';

type BySide<T> = Record<Side, T>;
type Schemas = BySide<string | null>;

/** The lists of a schema; empty where a side has no such schema. */
interface Lists {
  known: readonly OtherKind[];
  lists: OtherList[];
}

function countOf({ known, lists }: Lists, kind: OtherKind): OtherCount {
  if (!known.includes(kind)) return { state: 'none' };
  const list = lists.find((one) => one.kind === kind);
  if (!list) return { state: 'all', count: 0 };
  if (!list.names) return { state: 'unread' };
  return { state: list.complete ? 'all' : 'part', count: list.names.length };
}

const namesOf = ({ lists }: Lists, kind: OtherKind) =>
  lists.find((one) => one.kind === kind)?.names ?? [];

/** Where the account sees a side only in part, an object that seems to be missing may exist. */
function compareKind(
  kind: OtherKind,
  { source, target }: BySide<Lists>,
  rename: (name: string) => string,
): OtherRow {
  const [here, there] = [countOf(source, kind), countOf(target, kind)];
  const isComparable = [here, there].every(({ state }) => state === 'all' || state === 'part');
  const pairs = isComparable
    ? compareNames(namesOf(source, kind), namesOf(target, kind), rename)
    : [];
  return {
    kind,
    source: here,
    target: there,
    missing: isComparable && there.state === 'all' ? pairs.filter(isMissing).length : null,
    extra: isComparable && here.state === 'all' ? pairs.filter(isExtra).length : null,
  };
}

export type OtherService = ReturnType<typeof createOtherService>;

/** Objects in the databases of a project other than tables, views and routines, read when asked for. */
export function createOtherService(store: Store, databases: DatabaseService) {
  /** Works with a side's connections, limited in number and load by the project's settings. */
  const withSide = async <T>(
    projectId: number,
    side: Side,
    signal: AbortSignal,
    work: (pool: DatabasePool) => Promise<T>,
  ): Promise<T> => {
    const { database } = await databases.openPool(projectId, side, signal);
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  };

  /** Schemas with their counterparts; those of the target alone come last. */
  const pairSchemas = async (projectId: number, pools: BySide<DatabasePool>) => {
    const schemasOf = async (side: Side) => {
      const scope = await pools[side].use((connection) =>
        databases.readScope(projectId, side, connection),
      );
      return scope.schemas;
    };
    const [sources, targets] = await Promise.all([schemasOf('source'), schemasOf('target')]);
    const { rename, schemaOf } = await readNaming(store.longReads, projectId, new Set(targets));
    const left = new Set(targets);
    const schemas: Schemas[] = sources.map((source) => {
      const target = schemaOf(source);
      if (target !== null) left.delete(target);
      return { source, target: target !== null && targets.includes(target) ? target : null };
    });
    return {
      rename,
      schemas: [...schemas, ...[...left].map((target) => ({ source: null, target }))],
    };
  };

  const read = async (pool: DatabasePool, schema: string | null): Promise<OtherList[]> =>
    schema === null ? [] : pool.use((connection) => connection.listOthers(schema));

  async function* readAll(
    pools: BySide<DatabasePool>,
    projectId: number,
  ): AsyncGenerator<OthersEvent> {
    const { rename, schemas } = await pairSchemas(projectId, pools);
    yield { event: 'plan', schemas: schemas.length };
    // Any schema of a server tells which kinds of objects that server has.
    const knownOf = async (side: Side) => {
      const first = schemas.find((pair) => pair[side] !== null)?.[side] ?? null;
      return (await read(pools[side], first)).map(({ kind }) => kind);
    };
    const [source, target] = await Promise.all([knownOf('source'), knownOf('target')]);
    const kinds = OTHER_KINDS.filter((kind) => source.includes(kind) || target.includes(kind));
    for (const pair of schemas) {
      const [here, there] = await Promise.all([
        read(pools.source, pair.source),
        read(pools.target, pair.target),
      ]);
      const lists = {
        source: { known: source, lists: here },
        target: { known: target, lists: there },
      };
      yield {
        event: 'schema',
        source_schema: pair.source,
        target_schema: pair.target,
        kinds: kinds.map((kind) => compareKind(kind, lists, rename)),
      };
    }
    yield { event: 'end' };
  }

  async function* stream(projectId: number, signal: AbortSignal): AsyncGenerator<OthersEvent> {
    const opened: DatabasePool[] = [];
    const open = async (side: Side): Promise<DatabasePool> => {
      const { database } = await databases.openPool(projectId, side, signal);
      opened.push(database);
      return database;
    };
    try {
      yield* readAll({ source: await open('source'), target: await open('target') }, projectId);
    } catch (error) {
      const known = asProblem(error);
      if (!(known instanceof ProblemError)) throw error;
      yield { event: 'failed', problem: known.toProblem() };
    } finally {
      await Promise.all(opened.map((pool) => pool.close()));
    }
  }

  return {
    /**
     * Streams the counts; a failure is the last event.
     * @throws ProblemError where there is no such project
     */
    async count(projectId: number, signal: AbortSignal): Promise<AsyncIterable<OthersEvent>> {
      await expectProject(store.db, projectId);
      return stream(projectId, signal);
    },

    /**
     * Names of one kind that contain `search`, in any case, in a schema and its counterpart.
     * @throws ProblemError
     */
    async list(
      projectId: number,
      kind: OtherKind,
      schemas: Schemas,
      search: string,
      signal: AbortSignal,
    ) {
      await expectProject(store.db, projectId);
      const namesIn = async (side: Side) => {
        const schema = schemas[side];
        if (schema === null) return [];
        const lists = await withSide(projectId, side, signal, (pool) => read(pool, schema));
        return namesOf({ known: [], lists }, kind);
      };
      try {
        const [source, target] = await Promise.all([namesIn('source'), namesIn('target')]);
        const { rename } = await readNaming(store.longReads, projectId, new Set());
        return present(compareNames(source, target, rename), search.toLowerCase());
      } catch (error) {
        throw asProblem(error);
      }
    },
  };
}

function present(pairs: readonly NamePair[], search: string) {
  const shown = (one: NamePair['source']) =>
    one && (one.of === null ? one.name : `${one.of}.${one.name}`);
  const names = pairs
    .map(({ source, target }) => ({ source: shown(source), target: shown(target) }))
    .filter(({ source, target }) =>
      [source, target].some((name) => name?.toLowerCase().includes(search)),
    );
  const rank = ({ source, target }: (typeof names)[number]) =>
    target === null ? 0 : source === null ? 1 : 2;
  const nameOf = ({ source, target }: (typeof names)[number]) => source ?? target ?? '';
  names.sort((one, other) => rank(one) - rank(other) || (nameOf(one) < nameOf(other) ? -1 : 1));
  return { total: names.length, names: names.slice(0, MAX_OTHERS) };
}

/** A name that is on the source, on the target, or on both. */
interface NamePair {
  source: OtherName | null;
  target: OtherName | null;
}

const fold = (name: string | null): string => (name ?? '').toLowerCase();

/**
 * Pairs equal names regardless of case: first those of the same table, then those that are left once on each side, because a
 * table may have become another. The others stay alone.
 */
function compareNames(
  sources: readonly OtherName[],
  targets: readonly OtherName[],
  rename: (name: string) => string,
): NamePair[] {
  const pairs: NamePair[] = [];
  let left = { sources: [...sources], targets: [...targets] };
  const renamed = (name: string | null) => (name === null ? null : rename(name));

  const take = (
    keyOfSource: (one: OtherName) => string,
    keyOfTarget: (one: OtherName) => string,
    onlyUnique: boolean,
  ): void => {
    const bySource = groupBy(left.sources, keyOfSource);
    const byTarget = groupBy(left.targets, keyOfTarget);
    const taken = new Set<OtherName>();
    for (const [key, here] of bySource) {
      const there = byTarget.get(key) ?? [];
      if (onlyUnique && (here.length > 1 || there.length > 1)) continue;
      for (const [index, target] of there.slice(0, here.length).entries()) {
        const source = here[index]!;
        pairs.push({ source, target });
        taken.add(source).add(target);
      }
    }
    left = {
      sources: left.sources.filter((one) => !taken.has(one)),
      targets: left.targets.filter((one) => !taken.has(one)),
    };
  };
  take(
    ({ of, name }) => JSON.stringify([fold(renamed(of)), fold(rename(name))]),
    ({ of, name }) => JSON.stringify([fold(of), fold(name)]),
    false,
  );
  take(
    ({ name }) => fold(rename(name)),
    ({ name }) => fold(name),
    true,
  );
  return [
    ...left.sources.map((source) => ({ source, target: null })),
    ...left.targets.map((target) => ({ source: null, target })),
    ...pairs,
  ];
}

const isMissing = ({ target }: NamePair): boolean => target === null;
const isExtra = ({ source }: NamePair): boolean => source === null;
