import { toEnglish } from '../../../contract/messages/english.ts';
import { message } from '../../../contract/messages/message.ts';
import type { Connect, Limits, Reach, Warning } from '../../../connectors/core/connector.ts';
import { widen } from '../../../connectors/core/catalogue/scope.ts';
import { listObjectsOf } from '../../../connectors/core/catalogue/tracked.ts';
import { connectorOf } from '../../../connectors/registry.ts';
import type { EngineId } from '../../../contract/database-types.ts';
import { type AccountRights, OBJECT_TYPES, type ObjectType } from '../../../contract/engines.ts';
import type { Side } from '../../../contract/fields.ts';
import type { ConnectionForm, EverythingEvent } from '../../../contract/inventory.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { ProblemError, invalid } from '../../platform/problem.ts';
import { asProblem, readServerInfo } from '../databases/service.ts';
import type { ObjectService } from '../objects/service.ts';
import type { ProjectService } from '../projects/service.ts';
import { isTrackedIn, notTracked, refuseArchivedProjects } from '../projects/lookup-service.ts';
import { readAll } from './everything.ts';
import { createFormConnections, engineField, readForm } from './form-connections.ts';
import { createKeptReadings } from './kept.ts';

export interface InventoryReading {
  engine: EngineId;
  schema: string;
  names: string[];
  /** Names among them that the project already has. */
  known: ReadonlySet<string>;
  warnings: Warning[];
}

export interface TypeSummary {
  type: ObjectType;
  total: number;
  known: number;
  gone: string[];
}

export interface ConnectionReport {
  serverVersion: string;
  elapsedMs: number;
  warnings: Warning[];
  rights: AccountRights | null;
}

/** Reads source and target databases with the values of a connection form. Every method throws ProblemError. */
export interface InventoryService {
  listSchemas(
    form: ConnectionForm,
    side: Side,
    signal: AbortSignal,
  ): Promise<{ engine: EngineId; schemas: string[] }>;
  test(form: ConnectionForm, side: Side, signal: AbortSignal): Promise<ConnectionReport>;
  /** Counts objects of every type in one schema (by default the first), and those that are imported. */
  summarise(
    form: ConnectionForm,
    side: Side,
    schema: string | null,
    signal: AbortSignal,
  ): Promise<{ schema: string; types: TypeSummary[]; warnings: Warning[] }>;
  /**
   * Saves the form's connection in its project after connecting successfully.
   * @throws ProblemError `conflict` with the current row if `version` is stale
   */
  save(
    actor: Actor,
    form: ConnectionForm & { Project_Id: number },
    side: Side,
    version: number | null | undefined,
    signal: AbortSignal,
  ): Promise<ProjectRow>;
  /**
   * Objects of one type in one schema (by default the first). If the form equals the project's own connection, marks
   * imported objects that are gone as missing.
   * @throws ProblemError `conflict` if the project is archived
   */
  read(
    actor: Actor,
    form: ConnectionForm,
    side: Side,
    type: ObjectType,
    schema: string | null,
    signal: AbortSignal,
  ): Promise<InventoryReading>;
  /**
   * Streams all types of all schemas while they are read. Marks missing objects as `read` does. Resolves once the
   * schemas are known; a later failure is the last event.
   * @throws ProblemError `conflict` if the project is archived
   * @param isWhole - reads the other databases of the server, too
   */
  readEverything(
    actor: Actor,
    form: ConnectionForm,
    side: Side,
    isWhole: boolean,
    signal: AbortSignal,
  ): Promise<AsyncIterable<EverythingEvent>>;
  /** Streams the kept reading of the project's own database. */
  readKept(projectId: number, side: Side): Promise<AsyncIterable<EverythingEvent>>;
}

/** Milliseconds: hundreds of schemas on a distant server take long, and the user sees the progress. */
const EVERYTHING_OVERALL = 3_600_000;

export function createInventoryService(
  store: Store,
  { connect }: { connect: Connect },
  reach: Reach,
  projects: ProjectService,
  objects: ObjectService,
  defaults: Limits,
): InventoryService {
  const forms = createFormConnections(connect, reach, projects, objects, defaults);
  const { open, note, withConnection, importedSchemas, scopeOf } = forms;
  const kept = createKeptReadings(store, objects);

  /** What a reading finds changes the project: its connection can be tested, but no inventory read. */
  const refuseArchived = ({ Project_Id }: ConnectionForm) =>
    refuseArchivedProjects(store.db, Project_Id ? [Project_Id] : []);

  /** Types that the engine has and the form's project tracks. */
  const typesOf = async ({ Project_Id }: ConnectionForm, engine: EngineId) => {
    const tracked = Project_Id ? await projects.tracked(Project_Id) : [];
    const { objectTypes, trackedTypes } = connectorOf(engine);
    return [...objectTypes, ...trackedTypes.filter((type) => tracked.includes(type))];
  };

  async function* streamEverything(
    actor: Actor,
    form: ConnectionForm,
    side: Side,
    isWhole: boolean,
    signal: AbortSignal,
  ): AsyncGenerator<EverythingEvent> {
    const opened = await open(form, side, signal, { ...defaults, overall: EVERYTHING_OVERALL });
    const { connection, stored, engine } = opened;
    const projectId = form.Project_Id ?? null;
    try {
      await note(form, side, opened);
      const scope = await scopeOf(form, side, opened);
      const events = readAll(
        connection,
        isWhole ? widen(scope) : scope,
        await typesOf(form, engine),
        {
          read: async (type, schema) => new Set((await readKnown(form, side, type, schema)).keys()),
          schemas: () => importedSchemas(form, side),
          async compare(type, schemaName, names) {
            if (!stored || !projectId) return;
            const typeId = OBJECT_TYPES[type];
            await objects.reconcileMissing(actor, { projectId, side, typeId, schemaName, names });
          },
        },
      );
      const all = stored && projectId ? kept.keep(projectId, side, events) : events;
      for await (const event of all) {
        // Saved before the end is sent, because the receiver may query it at once.
        if (event.kind === 'end') await note(form, side, opened, true);
        yield event;
      }
    } finally {
      await connection.close();
    }
  }

  /** Imported objects of one type in one schema: name → whether missing. */
  const readKnown = async (
    form: ConnectionForm,
    side: Side,
    type: ObjectType,
    schemaName: string,
  ): Promise<Map<string, boolean>> => {
    if (!form.Project_Id) return new Map();
    const rows = await objects.listNames({
      projectId: form.Project_Id,
      side,
      typeId: OBJECT_TYPES[type],
      schemaName,
    });
    return new Map(rows.map(({ name, missing }) => [name, missing]));
  };

  return {
    listSchemas: (form, side, signal) =>
      withConnection(form, side, signal, async (opened) => ({
        engine: opened.engine,
        schemas: widen(await scopeOf(form, side, opened)).schemas,
      })),

    async test(form, side, signal) {
      const started = performance.now();
      return withConnection(form, side, signal, async (opened) => {
        const { connection } = opened;
        const serverVersion = await connection.serverVersion();
        const elapsedMs = Math.round(performance.now() - started);
        const { schemas, isWhole } = await scopeOf(form, side, opened);
        const asked = isWhole ? undefined : schemas;
        const warnings = [
          ...(await connection.listWarnings(asked)),
          ...(await connection.listUnreadable(asked)),
        ];
        const { rights } = await note(form, side, opened);
        return { serverVersion, elapsedMs, warnings, rights };
      });
    },

    async save(actor, form, side, version, signal) {
      const { Project_Id: projectId } = form;
      const values = readForm(form, side);
      const engines = await projects.engines(projectId);
      if (engines[side] !== values.engine) {
        throw invalid([{ field: engineField(side), message: message('field.otherEngine') }]);
      }
      const { place, told } = await withConnection(form, side, signal, async (opened) => ({
        place: opened.place,
        told: await readServerInfo(opened.connection),
      }));
      await projects.setConnection(actor, projectId, side, values, version);
      await projects.keepFound(projectId, side, place, told);
      return projects.get(actor, projectId);
    },

    async read(actor, form, side, type, schema, signal) {
      await refuseArchived(form);
      const tracked = form.Project_Id ? await projects.tracked(form.Project_Id) : [];
      if (!isTrackedIn(tracked, OBJECT_TYPES[type]))
        throw invalid([notTracked('object_type_source', type)]);
      return withConnection(form, side, signal, async (opened) => {
        const { connection, stored, engine } = opened;
        const chosen = schema ?? (await scopeOf(form, side, opened)).schemas[0];
        if (chosen === undefined) {
          return { engine, schema: '', names: [], known: new Set(), warnings: [] };
        }
        const { names, warnings } = await listObjectsOf(connection, type, chosen);
        // An incomplete list does not prove that an object is missing.
        if (stored && form.Project_Id && warnings.length === 0) {
          await objects.reconcileMissing(actor, {
            projectId: form.Project_Id,
            side,
            typeId: OBJECT_TYPES[type],
            schemaName: chosen,
            names,
          });
        }
        const known = await readKnown(form, side, type, chosen);
        return { engine, schema: chosen, names, known: new Set(known.keys()), warnings };
      });
    },

    async readEverything(actor, form, side, isWhole, signal) {
      await refuseArchived(form);
      const events = streamEverything(actor, form, side, isWhole, signal);
      const first = await events.next().catch((error: unknown) => {
        throw asProblem(error);
      });
      return (async function* () {
        try {
          if (!first.done) yield first.value;
          yield* events;
        } catch (error) {
          const known = asProblem(error);
          if (!(known instanceof ProblemError)) throw error;
          yield { kind: 'failed', problem: known.toProblem() };
        }
      })();
    },

    readKept: kept.read,

    summarise: (form, side, schema, signal) =>
      withConnection(form, side, signal, async (opened) => {
        const { connection, engine } = opened;
        const chosen = schema ?? (await scopeOf(form, side, opened)).schemas[0] ?? '';
        const warnings = new Map<string, Warning>();
        const types: TypeSummary[] = [];
        for (const type of chosen === '' ? [] : await typesOf(form, engine)) {
          const list = await listObjectsOf(connection, type, chosen);
          const present = new Set(list.names);
          const known = await readKnown(form, side, type, chosen);
          for (const warning of list.warnings) warnings.set(toEnglish(warning), warning);
          types.push({
            type,
            total: present.size,
            known: list.names.filter((name) => known.has(name)).length,
            gone:
              list.warnings.length === 0
                ? [...known.keys()].filter((name) => !present.has(name))
                : [],
          });
        }
        return { schema: chosen, types, warnings: [...warnings.values()] };
      }),
  };
}
