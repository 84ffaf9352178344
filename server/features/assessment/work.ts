import {
  type TextMeasure,
  createFinder,
  measureText,
} from '../../../connectors/core/sql/constructs.ts';
import type { ObjectDefinition } from '../../../connectors/core/definitions.ts';
import { ConnectorError } from '../../../connectors/core/errors.ts';
import { listObjectsOf } from '../../../connectors/core/catalogue/tracked.ts';
import { connectorOf } from '../../../connectors/registry.ts';
import { OBJECT_TYPES, type ObjectType, objectTypeOf } from '../../../contract/engines.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Progress } from '../databases/leased-work-service.ts';
import type { DatabasePool, DatabaseService } from '../databases/service.ts';
import type { DefinitionService, ReadDefinition, Wanted } from '../proof/definitions/service.ts';
import { readTracked } from '../projects/lookup-service.ts';
import type { Meanings } from '../sql/service.ts';
import { createFeatureSums } from './report.ts';
import { knownTables, readTexts } from './read-texts.ts';
import { createReferences } from './references.ts';
import {
  type StoredAssessedObject,
  type StoredAssessment,
  assessmentJobs,
  insertObjects,
  markUnused,
} from './repository.ts';
import { DEFAULT_LIMITS, type OwnWeights, applyWeights, rulesOf } from './rules.ts';
import { type Scored, type Scoring, scoreObject } from './score.ts';

export interface WorkTools {
  store: Store;
  databases: DatabaseService;
  definitions: DefinitionService;
  meanings: Meanings;
}

export interface WorkContext {
  assessment: StoredAssessment;
  owner: string;
  signal: AbortSignal;
  progress: Progress;
  /** @throws the reason, if somebody has asked to stop the work */
  check(): Promise<void>;
}

/** Objects held in memory at once. */
const CHUNK = 200;
/** Most tables read for the views of one chunk. */
const MAX_TABLES = 500;

/** Objects of one type in one schema, by name, with their ids if they were imported. */
interface Group {
  schema: string;
  type: ObjectType;
  names: string[];
  ids: ReadonlyMap<string, number>;
}

/** Reads the source and scores its objects in chunks; of all others only the names are held. */
export async function workOnAssessment(tools: WorkTools, context: WorkContext): Promise<void> {
  const { store, databases } = tools;
  const { assessment, owner, signal, progress } = context;
  await context.check();
  const { database } = await databases.openPool(assessment.project_id, 'source', signal);
  try {
    const groups = await planGroups(tools, context, database);
    progress.total = groups.reduce((sum, { names }) => sum + names.length, 0);
    const scoring = createScoring(assessment, groups);
    const references = createReferences(groups);
    const features = createFeatureSums();
    let notRead = 0;
    for (const group of groups) {
      progress.current = `${group.schema}.${group.type}`;
      for (let start = 0; start < group.names.length; start += CHUNK) {
        signal.throwIfAborted();
        const names = group.names.slice(start, start + CHUNK);
        const rows = await assessChunk(
          tools,
          context,
          database,
          scoring,
          { ...group, names },
          (definition, scored, measured) => {
            references.note(group, definition, measured);
            features.add(scored);
          },
        );
        await insertObjects(store, assessment.id, owner, rows);
        notRead += names.length - rows.length;
        progress.done += names.length;
      }
    }
    await context.check();
    await finish(tools, context, references, {
      features: JSON.stringify(features.list()),
      notRead,
    });
  } finally {
    await database.close();
  }
}

function createScoring(assessment: StoredAssessment, groups: readonly Group[]): Scoring {
  const { source_engine, target_engine, weights } = assessment;
  const own = weights === null ? null : (JSON.parse(weights) as OwnWeights);
  const source = connectorOf(source_engine);
  const finder = createFinder(source.constructs);
  return {
    rules: applyWeights(rulesOf(source_engine, target_engine), own),
    limits: own?.limits ?? DEFAULT_LIMITS,
    source,
    target: connectorOf(target_engine),
    triggersApart: groups.some(({ type }) => type === 'triggers'),
    measure: (text) => measureText(text, source.sql, finder),
  };
}

/** Lists the objects to assess: tables first, because views need them. */
async function planGroups(
  { store, databases }: WorkTools,
  { assessment, signal }: WorkContext,
  database: DatabasePool,
): Promise<Group[]> {
  const { project_id: projectId, source_engine: engine, scope } = assessment;
  const objects = await store.longReads
    .selectFrom('object')
    .select(['id', 'schema_name', 'type_id', 'object_name'])
    .where('project_id', '=', projectId)
    .where('side', '=', 'source')
    .where('missing_since', 'is', null)
    .orderBy('id')
    .execute();
  const imported = new Map<string, Map<string, number>>();
  const keyOf = (schema: string, type: ObjectType) => `${type} ${schema}`;
  for (const { id, schema_name: schema, type_id: typeId, object_name: name } of objects) {
    const key = keyOf(schema, objectTypeOf(typeId));
    const group = imported.get(key) ?? new Map<string, number>();
    imported.set(key, group.set(name, id));
  }
  const idsOf = (schema: string, type: ObjectType) =>
    imported.get(keyOf(schema, type)) ?? new Map();
  const tracked = (await readTracked(store.longReads, [projectId])).get(projectId) ?? [];
  const { objectTypes, trackedTypes } = connectorOf(engine);
  const types = [...objectTypes, ...trackedTypes.filter((type) => tracked.includes(type))];
  const schemas =
    scope === 'imported'
      ? [...new Set(objects.map(({ schema_name: schema }) => schema))]
      : await database.use(
          async (connection) =>
            (await databases.readScope(projectId, 'source', connection)).schemas,
        );
  const groups: Group[] = [];
  for (const schema of schemas)
    for (const type of types) {
      signal.throwIfAborted();
      const ids: ReadonlyMap<string, number> = idsOf(schema, type);
      const names =
        scope === 'imported' ? [...ids.keys()] : await listNames(database, type, schema);
      if (names.length > 0) groups.push({ schema, type, names, ids });
    }
  return groups;
}

/** A schema that no longer exists is empty. */
async function listNames(
  database: DatabasePool,
  type: ObjectType,
  schema: string,
): Promise<string[]> {
  try {
    return (await database.use((connection) => listObjectsOf(connection, type, schema))).names;
  } catch (error) {
    if (error instanceof ConnectorError && error.code === 'not-found') return [];
    throw error;
  }
}

type See = (definition: ObjectDefinition, scored: Scored, measured: TextMeasure[]) => void;

async function assessChunk(
  { definitions, meanings }: WorkTools,
  { assessment }: WorkContext,
  database: DatabasePool,
  scoring: Scoring,
  { schema, type, names, ids }: Group,
  see: See,
): Promise<Omit<StoredAssessedObject, 'id'>[]> {
  const { project_id: projectId, source_engine: source, target_engine: target } = assessment;
  const typeId = OBJECT_TYPES[type];
  const wanted = names.map((name, at): Wanted => ({
    id: ids.get(name) ?? -(at + 1),
    side: 'source',
    schema_name: schema,
    object_name: name,
    typeId,
  }));
  const read = await definitions.readSource(projectId, database, wanted);
  const tables =
    type === 'views' && source !== target
      ? await readNamed(scoring, database, schema, [...read.values()])
      : [];
  const rows: Omit<StoredAssessedObject, 'id'>[] = [];
  for (const { id, object_name: name } of wanted) {
    const found = read.get(id);
    if (!found) continue;
    const { definition, hash } = found;
    const measured: TextMeasure[] = [];
    const measure = (text: string) => {
      const one = scoring.measure(text);
      measured.push(one);
      return one;
    };
    const written =
      source === target
        ? new Set<string>()
        : await readTexts(meanings, { source, target }, definition, tables);
    const scored = scoreObject(
      { type, name, definition, isWritten: (text) => written.has(text) },
      { ...scoring, measure },
    );
    see(definition, scored, measured);
    rows.push({
      assessment_id: assessment.id,
      object_id: id > 0 ? id : null,
      schema_name: schema,
      type_id: typeId,
      object_name: name,
      hash,
      complexity: scored.complexity,
      automatic: scored.automatic ? 1 : 0,
      develop_minutes: Math.round(scored.develop * 60),
      test_minutes: Math.round(scored.test * 60),
      row_count: scored.rowCount,
      lines: scored.lines,
      statements: scored.statements,
      unused: scored.unused,
      risks: scored.risks.length === 0 ? null : ` ${scored.risks.join(' ')} `,
      findings: JSON.stringify(scored.findings),
    });
  }
  return rows;
}

/** Reads the tables and views that the views of a chunk name, for their columns. */
async function readNamed(
  { measure }: Scoring,
  database: DatabasePool,
  schema: string,
  views: readonly ReadDefinition[],
) {
  const words = new Set<string>();
  for (const { definition } of views)
    if (definition.kind === 'view' && definition.text !== null)
      for (const word of measure(definition.text).words) words.add(word);
  const found: ObjectDefinition[] = [];
  for (const type of ['tables', 'views'] as const) {
    const names = (await listNames(database, type, schema))
      .filter((name) => words.has(name.toLowerCase()))
      .slice(0, MAX_TABLES);
    if (names.length > 0)
      found.push(
        ...(await database.use(
          async (connection) =>
            (await connection.definitions?.readDefinitions(type, schema, names)) ?? [],
        )),
      );
  }
  return knownTables(schema, found);
}

/** Adds findings that need all objects: unreferenced ones, and duplicates. */
async function finish(
  { store }: WorkTools,
  { assessment, owner }: WorkContext,
  references: ReturnType<typeof createReferences>,
  { features, notRead }: { features: string; notRead: number },
): Promise<void> {
  const rows = await store.longReads
    .selectFrom('assessed_object')
    .select(['id', 'schema_name', 'type_id', 'object_name'])
    .where('assessment_id', '=', assessment.id)
    .execute();
  const idsOf = (is: (schema: string, type: ObjectType, name: string) => boolean): number[] =>
    rows
      .filter((row) => is(row.schema_name, objectTypeOf(row.type_id), row.object_name))
      .map(({ id }) => id);
  await store.transaction(async (tx) => {
    await markUnused(store, tx, idsOf(references.isTwin), 'twin');
    await markUnused(store, tx, idsOf(references.isUnreferenced), 'unreferenced');
    await assessmentJobs.leave(tx, assessment, owner, 'finished', { features, not_read: notRead });
  });
}
