import type { ForeignKey, ObjectDefinition } from '../../../../connectors/core/definitions.ts';
import type { Store } from '../../../platform/db/store.ts';
import type { Meanings } from '../../sql/service.ts';
import type { PairService, PairTask } from '../pairs/service.ts';
import { listAcceptances, stillValid } from './accept/acceptances.ts';
import { type Definitions, compareTask } from './outcome.ts';
import type { JudgedFinding } from './compare/raw-finding.ts';
import { readContext, readEngines } from './read-context.ts';
import { type Missing, findAlone } from './missing.ts';
import { type Compared, type RepairsOf, tablesIn, writeRepairs } from './repair/write-repairs.ts';
import { type IsUnmade, type Written, findUnmade } from './repair/unmade-objects.ts';
import {
  type TableName,
  keyOfTable,
  objectsNamed,
  programsIn,
  readPrograms,
} from './counterparts.ts';
import { readShownTexts } from './shown/shown-texts.ts';
import { findSnapshots } from './snapshots.ts';
import { OBJECT_TYPES } from '../../../../contract/engines.ts';
import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import type { TypesOf } from './repair/repair-sides.ts';

const namesOf = ({ members }: PairTask): TableName[] =>
  members.flatMap(({ side, schema_name: schema, object_name: table }) =>
    side === 'source' ? { schema, table } : [],
  );

/** The foreign keys of a pair's table on the source. */
const keysOf = ({ members }: PairTask, definitions: Definitions): ForeignKey[] =>
  members.flatMap(({ id, side }) => {
    const definition = definitions.get(id)?.definition;
    return side === 'source' && definition?.kind === 'table' ? definition.foreignKeys : [];
  });

/** Findings of pairs, from the definitions that were read last. */
export function createComparison(store: Store, meanings: Meanings, pairs: PairService) {
  const { db } = store;
  /** Compares the objects of pairs by the definitions that were read last. */
  const compareLast = async (projectId: number, tasks: readonly PairTask[], missing?: Missing) => {
    const [definitions, acceptances, rename, engines] = await Promise.all([
      findSnapshots(
        db,
        tasks.flatMap(({ members }) => members.map(({ id }) => id)),
      ),
      listAcceptances(db, projectId),
      missing?.rename ?? pairs.renaming(projectId),
      readEngines(db, projectId),
    ]);
    const context = await readContext(
      store,
      meanings,
      projectId,
      engines,
      tasks,
      definitions,
      rename,
      missing?.schemaOf,
    );
    const valid = stillValid(acceptances);
    const compared = tasks.flatMap((task): Compared[] => {
      const findings = compareTask(task, definitions, valid, rename, context);
      return findings ? [{ task, findings }] : [];
    });
    const alone = tasks.flatMap((task): Compared[] => {
      const findings = findAlone(task, definitions, context);
      return findings ? [{ task, findings }] : [];
    });
    const keys = missing ? alone.flatMap(({ task }) => keysOf(task, definitions)) : [];
    const typesOf = await readReferencedTypes(store, projectId, keys);
    const becomes = await missing?.among([
      ...tasks.flatMap(namesOf),
      ...tasks.flatMap((task) => keysOf(task, definitions)),
    ]);
    return { projectId, compared, alone, definitions, context, rename, typesOf, becomes };
  };

  type Last = Awaited<ReturnType<typeof compareLast>>;

  const findingsOf = async (task: PairTask): Promise<readonly JudgedFinding[] | null> => {
    const { compared } = await compareLast(task.pair.project_id, [task]);
    return compared[0]?.findings ?? null;
  };

  /** Statements that repair the findings; none where no database is entered. */
  const repairsOf = async (
    { projectId, compared, alone, definitions, context, typesOf, becomes = () => undefined }: Last,
    missing: Missing,
    isUnmade: IsUnmade = () => false,
  ): Promise<RepairsOf> => {
    const { sources, counterpartOf } = context;
    if (!sources) return () => null;
    const called = programsIn([...definitions.values()].map(({ definition }) => definition));
    const { source, target } = sources.engines;
    const programOf = await readPrograms(
      store,
      projectId,
      source === target ? called : [],
      missing.schemaOf,
    );
    const known = { sources, counterpartOf, typesOf, becomes, isUnmade, programOf };
    // What a column took over is neither created nor dropped.
    const lacking = alone.filter(({ findings }) => findings[0]?.severity !== 'info');
    return writeRepairs({ compared, alone: lacking }, definitions, known, missing);
  };

  const shownTexts = (task: PairTask, last: Last) =>
    readShownTexts(task, last.compared[0]?.findings ?? [], last);

  return { compareLast, findingsOf, repairsOf, shownTexts };
}

type Comparison = ReturnType<typeof createComparison>;
type Last = Awaited<ReturnType<Comparison['compareLast']>>;

/**
 * @param about - tables and views of the source
 * @param known - what is already written
 */
export function createUnmadeSearch(
  store: Pick<Store, 'kind' | 'longReads'>,
  pairs: PairService,
  { compareLast, repairsOf }: Pick<Comparison, 'compareLast' | 'repairsOf'>,
) {
  return (
    projectId: number,
    missing: Missing,
    about: readonly TableName[],
    known?: readonly Written[],
  ): Promise<IsUnmade> => {
    const write = async (ids: readonly number[]): Promise<readonly Written[]> => {
      const last = await compareLast(projectId, await pairs.tasks(ids), missing);
      return last.context.sources ? writtenBy(last, await repairsOf(last, missing)) : [];
    };
    return findUnmade(store, projectId, write, about, known);
  };
}

/** Which of the source's tables and views without a counterpart are created by statements. */
export const writtenBy = (last: Last, repairOf: RepairsOf): Written[] =>
  last.alone.flatMap(({ task, findings }) =>
    namesOf(task).map((name) => ({
      name,
      isMade: Boolean(repairOf(findings[0]!)?.statements),
      needs: viewsNeeds(task, last),
    })),
  );

/** Tables and views that a pair's views on the source name. */
const viewsNeeds = (
  { members }: PairTask,
  { definitions, context: { sources } }: Pick<Last, 'definitions' | 'context'>,
): TableName[] =>
  members.flatMap(({ id, side }) => {
    const definition = definitions.get(id)?.definition;
    return side === 'source' && definition?.kind === 'view' && sources
      ? tablesIn(definition.text ?? '', sources)
      : [];
  });

/** Tables and views that a pair's objects on the source name or refer to. */
export const neededBy = (task: PairTask, last: Last): TableName[] => [
  ...keysOf(task, last.definitions),
  ...viewsNeeds(task, last),
];

/** Reads the columns that foreign keys of the source lead to. */
export async function readReferencedTypes(
  store: Pick<Store, 'kind' | 'longReads'>,
  projectId: number,
  keys: readonly ForeignKey[],
): Promise<TypesOf> {
  const types = new Map<string, Map<string, CanonicalType>>();
  if (keys.length > 0) {
    const rows = await objectsNamed(store, keys)
      .innerJoin('snapshot', 'snapshot.object_id', 'object.id')
      .select(['object.schema_name as schema', 'object.object_name as table', 'structure'])
      .where('object.project_id', '=', projectId)
      .where('object.side', '=', 'source')
      .where('object.type_id', '=', OBJECT_TYPES.tables)
      .execute();
    for (const { structure, ...name } of rows) {
      const definition = JSON.parse(structure) as ObjectDefinition;
      if (definition.kind !== 'table') continue;
      types.set(
        keyOfTable(name),
        new Map(definition.columns.map((column) => [column.name, column.canonical])),
      );
    }
  }
  return (key) => key.referenced.map((name) => types.get(keyOfTable(key))?.get(name));
}
