import { message } from '../../../contract/messages/message.ts';
import { isDeepStrictEqual } from 'node:util';
import { connectorOf } from '../../../connectors/registry.ts';
import type { EngineId } from '../../../contract/database-types.ts';
import type { AccountRights, TrackedType } from '../../../contract/engines.ts';
import { type Flag, SIDES, type Side } from '../../../contract/fields.ts';
import {
  PROJECT_FIELDS,
  type ProjectEdit,
  type ProjectForm,
  type ProjectRow,
  type Role,
  dateOrderErrors,
} from '../../../contract/projects.ts';
import { timestampNow } from '../../platform/clock.ts';
import { readFields, writeFields } from '../../platform/db/field-columns.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { conflict, invalid, notFound } from '../../platform/problem.ts';
import type { Vault } from '../../platform/vault.ts';
import type { AssignmentService } from '../assignments/service.ts';
import { diff, recordProjectHistory } from '../history/service.ts';
import type { Member, MemberService } from '../members/service.ts';
import type { ObjectService, OpenWork, Standing } from '../objects/service.ts';
import { outdateProject } from '../proof/pairs/outdated-service.ts';
import {
  type ConnectionValues,
  type DatabaseAccount,
  sealPassword,
  type ServerInfo,
  keepFound,
} from './connections.ts';
import {
  connectionDiff,
  connectionEdit,
  editedConnection,
  newConnection,
} from './form-connections.ts';
import { readTracked } from './lookup-service.ts';
import { placesOf } from './places-service.ts';
import { presentProject } from './presenter.ts';
import {
  NOTHING_FOUND,
  type ProjectRecord,
  type StoredConnection,
  deleteProject,
  findProject,
  insertConnection,
  insertProject,
  listProjects,
  saveArchived,
  saveConnection,
  saveProject,
} from './repository.ts';
import {
  type ConnectionRequest,
  type ResolvedConnection,
  resolveConnection,
  resolveStored,
  type StoredTarget,
} from './resolve-connection.ts';

export type { ConnectionValues, DatabaseAccount } from './connections.ts';
export type { ServerInfo } from './connections.ts';

export interface ProjectService {
  listAll(archived: boolean): Promise<ProjectRow[]>;
  /** One row per project and role. */
  listOf(userId: number): Promise<ProjectRow[]>;
  get(actor: Actor, id: number): Promise<ProjectRow>;
  create(actor: Actor, form: ProjectForm, options?: { isSample?: boolean }): Promise<ProjectRow>;
  update(actor: Actor, id: number, edit: ProjectEdit): Promise<ProjectRow>;
  /** Changes one side's connection, keeping its engine. @throws ProblemError `conflict` as `update` does */
  setConnection(
    actor: Actor,
    id: number,
    side: Side,
    values: ConnectionValues,
    version: number | null | undefined,
  ): Promise<ProjectRow>;
  setArchived(actor: Actor, id: number, archived: Flag): Promise<ProjectRow>;
  /** Resolves a form's connection. @throws ProblemError `invalid` naming the fields */
  resolveConnection(request: ConnectionRequest): Promise<ResolvedConnection>;
  engines(projectId: number): Promise<Record<Side, EngineId>>;
  /** Types tracked besides tables, views, functions and procedures; empty if there is no such project. */
  tracked(projectId: number): Promise<TrackedType[]>;
  /** A project's own database. @throws ProblemError `conflict` if the connection is incomplete */
  resolveStored(projectId: number, side: Side): Promise<StoredTarget>;
  /**
   * Stores facts found at a project's own connection, if it still points to this place.
   * @returns warnings about its account; none for the sample's, which are created for it
   */
  keepFound(
    projectId: number,
    side: Side,
    place: DatabaseAccount,
    info: ServerInfo,
  ): Promise<AccountRights | null>;
  /** Deletes a project with everything that belongs to it; used for the sample only. */
  delete(tx: Db, id: number): Promise<void>;
}

const engineName = (id: number): string => connectorOf(id as StoredConnection['engine']).name;

export function createProjectService(
  store: Store,
  vault: Vault,
  members: MemberService,
  objects: ObjectService,
  assignments: AssignmentService,
): ProjectService {
  const present = (
    record: ProjectRecord,
    all: Member[],
    role: Role | null,
    forAdministrator: boolean,
    standings: Map<number, Standing>,
    open?: OpenWork,
  ): ProjectRow => {
    const { id } = record.project;
    return presentProject(
      record,
      all.filter((member) => member.projectId === id),
      role,
      forAdministrator,
      standings.get(id),
      open,
      engineName,
    );
  };

  const readRow = async (
    db: Db,
    id: number,
    role: Role | null = null,
    forAdministrator = true,
    open?: OpenWork,
  ): Promise<ProjectRow> => {
    const record = await findProject(db, id);
    if (!record) throw notFound('what.thisProject');
    const progress = await objects.progress(db, [id]);
    return present(record, await members.list(db, [id]), role, forAdministrator, progress, open);
  };

  const update: ProjectService['update'] = async (actor, id, edit) => {
    const developers =
      edit.developer && (await assignments.resolvePeople(id, 'developer', edit.developer));
    const testers = edit.tester && (await assignments.resolvePeople(id, 'tester', edit.tester));
    return store.transaction(async (tx) => {
      const record = await findProject(tx, id);
      if (!record) throw notFound('what.thisProject');
      const { project, connections } = record;
      const stale = async () =>
        conflict(message('project.projectChanged'), {
          current: await readRow(tx, id),
        });
      if (edit.version != null && edit.version !== project.version) throw await stale();
      const columns = writeFields(PROJECT_FIELDS, 'edit', edit);
      const edited = SIDES.map((side) => editedConnection(vault, connections[side], edit));
      const errors = [
        ...dateOrderErrors(readFields(PROJECT_FIELDS, { ...project, ...columns })),
        ...edited.flatMap((side) => side.errors),
      ];
      if (errors.length > 0) throw invalid(errors);
      const setPeople = (role: Role, people: number[] | null | undefined) =>
        people && assignments.setPeople(tx, actor, id, role, people);
      const others = [await setPeople('developer', developers), await setPeople('tester', testers)];
      const sides = edited.map(({ next }) => next);
      const changes = { ...diff(project, columns), ...connectionDiff(connections, sides) };
      const fieldsChanged = Object.keys(changes).length > 0;
      // Nothing changed: the version stays, so that open editors can still save.
      if (!fieldsChanged && !others.includes(true)) return readRow(tx, id);
      if (!(await saveProject(tx, project, columns))) throw await stale();
      for (const side of sides)
        if (!isDeepStrictEqual(side, connections[side.side])) await saveConnection(tx, side);
      // Results belong to the databases that the project had before.
      if (placesOf(sides) !== placesOf(Object.values(connections))) await outdateProject(tx, id);
      if (fieldsChanged) {
        await recordProjectHistory(tx, actor, id, 'edited', changes);
      }
      return readRow(tx, id);
    });
  };

  return {
    async listAll(archived) {
      const [records, all, progress] = await Promise.all([
        listProjects(store.db, archived),
        members.list(store.db),
        objects.progress(store.longReads),
      ]);
      return records.map((record) => present(record, all, null, true, progress));
    },

    async listOf(userId) {
      const [records, all] = await Promise.all([
        listProjects(store.db, false),
        members.list(store.db),
      ]);
      const byId = new Map(records.map((record) => [record.project.id, record]));
      const own = all.filter((member) => member.userId === userId);
      const ids = own.map((member) => member.projectId);
      const [progress, open] = await Promise.all([
        objects.progress(store.longReads, ids),
        objects.openWork(store.longReads, userId, ids),
      ]);
      return own.flatMap(({ projectId, role }) => {
        const record = byId.get(projectId);
        if (!record) return [];
        return [present(record, all, role, false, progress, open.get(projectId)?.[role])];
      });
    },

    async get(actor, id) {
      const roles = (await members.list(store.db, [id])).filter(
        (member) => member.userId === actor.userId,
      );
      const role = roles[0]?.role ?? null;
      const open =
        role && (await objects.openWork(store.longReads, actor.userId, [id])).get(id)?.[role];
      return readRow(store.db, id, role, actor.isAdmin, open || undefined);
    },

    async create(actor, form, { isSample = false } = {}) {
      const sides = SIDES.map((side) => newConnection(form, side));
      const errors = [...dateOrderErrors(form), ...sides.flatMap((side) => side.errors)];
      if (errors.length > 0) throw invalid(errors);
      const developers = await assignments.resolvePeople(null, 'developer', form.developer ?? []);
      const testers = await assignments.resolvePeople(null, 'tester', form.tester ?? []);
      return store.transaction(async (tx) => {
        const project = await insertProject(tx, {
          ...writeFields(PROJECT_FIELDS, 'create', form),
          is_sample: isSample ? 1 : 0,
          created_at: timestampNow(),
          created_by: actor.userId,
        });
        for (const { side, place, password, label } of sides) {
          const sealed = password === null ? null : sealPassword(vault, project.id, side, password);
          await insertConnection(tx, {
            project_id: project.id,
            side,
            ...place,
            label,
            password_sealed: sealed,
            ...NOTHING_FOUND,
          });
        }
        await recordProjectHistory(tx, actor, project.id, 'created', {
          name: [null, project.name],
          status: [null, project.status],
        });
        await assignments.setPeople(tx, actor, project.id, 'developer', developers);
        await assignments.setPeople(tx, actor, project.id, 'tester', testers);
        return readRow(tx, project.id);
      });
    },

    update,
    setConnection: (actor, id, side, values, version) =>
      update(actor, id, { ...connectionEdit(side, values), version }),

    setArchived: (actor, id, archived) =>
      store.transaction(async (tx) => {
        const record = await findProject(tx, id);
        if (!record) throw notFound('what.thisProject');
        const { project } = record;
        if ((project.archived_at !== null) !== (archived === 1)) {
          const archivedAt = archived === 1 ? timestampNow() : null;
          // Whoever edits the project at the same time neither prevents this nor undoes it.
          if (!(await saveArchived(tx, id, archivedAt))) return readRow(tx, id);
          await recordProjectHistory(tx, actor, id, archived === 1 ? 'archived' : 'restored', {
            archived_at: [project.archived_at, archivedAt],
          });
        }
        return readRow(tx, id);
      }),

    resolveConnection: (request) => resolveConnection(store.db, vault, request),
    async engines(projectId) {
      const record = await findProject(store.db, projectId);
      if (!record) throw notFound('what.thisProject');
      const { source, target } = record.connections;
      return { source: source.engine, target: target.engine };
    },
    tracked: async (projectId) => (await readTracked(store.db, [projectId])).get(projectId) ?? [],
    resolveStored: (projectId, side) => resolveStored(store.db, vault, projectId, side),
    keepFound: (...found) => keepFound(store, ...found),

    delete: deleteProject,
  };
}
