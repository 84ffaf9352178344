import type { ConnectionTarget } from '../../../connectors/core/connector.ts';
import { connectorOf } from '../../../connectors/registry.ts';
import { type Flag, SIDES, type Side } from '../../../contract/fields.ts';
import {
  type ProjectEdit,
  type ProjectForm,
  type ProjectRow,
  type Role,
  dateOrderErrors,
} from '../../../contract/projects.ts';
import { timestampNow } from '../../platform/clock.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { conflict, invalid, notFound } from '../../platform/problem.ts';
import type { Vault } from '../../platform/vault.ts';
import type { AssignmentService } from '../assignments/service.ts';
import { diff, recordHistory } from '../history/service.ts';
import type { Member, MemberService } from '../members/service.ts';
import {
  type ConnectionValues,
  asTarget,
  isNewPassword,
  isSamePlace,
  missingFields,
  normalisePlace,
  openPassword,
  sealPassword,
} from './connections.ts';
import { presentProject } from './presenter.ts';
import {
  type Project,
  type ProjectRecord,
  type StoredConnection,
  deleteProject,
  findProject,
  insertConnection,
  insertProject,
  listProjects,
  saveConnection,
  saveProject,
} from './repository.ts';

export type { ConnectionValues } from './connections.ts';

export interface ProjectService {
  listAll(archived: boolean): Promise<ProjectRow[]>;
  /** One row per project and role. */
  listOf(userId: number): Promise<ProjectRow[]>;
  get(actor: Actor, id: number): Promise<ProjectRow>;
  create(actor: Actor, form: ProjectForm, options?: { isSample?: boolean }): Promise<ProjectRow>;
  update(actor: Actor, id: number, edit: ProjectEdit): Promise<ProjectRow>;
  setArchived(actor: Actor, id: number, archived: Flag): Promise<ProjectRow>;
  /**
   * Where to connect for a form: an empty or masked password is the stored one, for its own place only.
   * `stored` tells whether that place is the project's.
   * @param fieldName - the wire name of a field, for errors
   */
  resolveConnection(
    projectId: number | null,
    side: Side,
    values: ConnectionValues,
    fieldName: (field: string) => string,
  ): Promise<{ target: ConnectionTarget; stored: boolean }>;
  /** Deletes a project with all that belongs to it; only the sample is ever deleted. */
  delete(tx: Db, id: number): Promise<void>;
}

const UNREADABLE =
  'must be typed again, because the stored one cannot be opened with the key of this server';
const RETYPE = 'must be typed again, because the place it is sent to has changed';

const engineName = (id: number): string => connectorOf(id as StoredConnection['engine']).name;

/** The fields of one side of a project form or edit. */
function sideValues(
  form: ProjectForm | ProjectEdit,
  side: Side,
  engine: StoredConnection['engine'],
): ConnectionValues {
  return {
    engine,
    host: form[`${side}_ip`],
    port: form[`${side}_port`],
    database: form[`${side}_db_name`],
    username: form[`${side}_username`],
    password: form[`${side}_db_password`],
    tls: form[`${side}_tls`],
    tlsCa: form[`${side}_tls_ca`],
  };
}

const wireName = (side: Side) => (field: string) =>
  field === 'password' ? `${side}_db_password` : `${side}_${field}`;

/** A stored connection under the values that were sent; what was not sent stays. */
const merge = (stored: StoredConnection, sent: ConnectionValues): ConnectionValues => {
  const keep = <T>(value: T | undefined, before: T): T => (value === undefined ? before : value);
  return {
    engine: stored.engine,
    host: keep(sent.host, stored.host),
    port: keep(sent.port, stored.port),
    database: keep(sent.database, stored.database_name),
    username: keep(sent.username, stored.username),
    password: sent.password,
    tls: keep(sent.tls, stored.tls),
    tlsCa: keep(sent.tlsCa, stored.tls_ca),
  };
};

export function createProjectService(
  store: Store,
  vault: Vault,
  members: MemberService,
  assignments: AssignmentService,
): ProjectService {
  const present = (record: ProjectRecord, all: Member[], role: Role | null): ProjectRow =>
    presentProject(
      record,
      all.filter((member) => member.projectId === record.project.id),
      role,
      engineName,
    );

  const readRow = async (db: Db, id: number, role: Role | null = null): Promise<ProjectRow> => {
    const record = await findProject(db, id);
    if (!record) throw notFound('This project');
    return present(record, await members.list(db, [id]), role);
  };

  const newConnection = (form: ProjectForm, side: Side) => {
    const connector = connectorOf(side === 'source' ? form.Source_Database : form.Target_Database);
    const values = sideValues(form, side, connector.id);
    const place = normalisePlace(connector, values);
    const password =
      isNewPassword(values.password) && connector.fields.includes('password')
        ? values.password
        : null;
    const label = (side === 'source' ? form.Source_Name : form.Target_Name) ?? null;
    return {
      side,
      place,
      password,
      label,
      errors: missingFields(connector, place, password !== null, wireName(side)),
    };
  };

  const editedConnection = (stored: StoredConnection, edit: ProjectEdit) => {
    const { side } = stored;
    const connector = connectorOf(stored.engine);
    const values = merge(stored, sideValues(edit, side, stored.engine));
    const place = normalisePlace(connector, values);
    const typed =
      isNewPassword(values.password) && connector.fields.includes('password')
        ? values.password
        : null;
    const errors = missingFields(connector, place, true, wireName(side));
    if (typed === null && stored.password_sealed !== null && !isSamePlace(place, stored)) {
      errors.push({ field: wireName(side)('password'), message: RETYPE });
    }
    const label = side === 'source' ? edit.Source_Name : edit.Target_Name;
    const next: StoredConnection = {
      ...stored,
      ...place,
      label: label === undefined ? stored.label : label,
      password_sealed:
        typed === null
          ? stored.password_sealed
          : sealPassword(vault, stored.project_id, side, typed),
    };
    return { next, errors };
  };

  return {
    async listAll(archived) {
      const [records, all] = await Promise.all([
        listProjects(store.db, archived),
        members.list(store.db),
      ]);
      return records.map((record) => present(record, all, null));
    },

    async listOf(userId) {
      const [records, all] = await Promise.all([
        listProjects(store.db, false),
        members.list(store.db),
      ]);
      const byId = new Map(records.map((record) => [record.project.id, record]));
      return all
        .filter((member) => member.userId === userId)
        .flatMap((member) => {
          const record = byId.get(member.projectId);
          return record ? [present(record, all, member.role)] : [];
        });
    },

    async get(actor, id) {
      const roles = (await members.list(store.db, [id])).filter(
        (member) => member.userId === actor.userId,
      );
      return readRow(store.db, id, roles[0]?.role ?? null);
    },

    async create(actor, form, { isSample = false } = {}) {
      const sides = SIDES.map((side) => newConnection(form, side));
      const errors = [...dateOrderErrors(form), ...sides.flatMap((side) => side.errors)];
      if (errors.length > 0) throw invalid(errors);
      const developers = await assignments.resolvePeople(null, 'developer', form.developer ?? []);
      const testers = await assignments.resolvePeople(null, 'tester', form.tester ?? []);
      return store.transaction(async (tx) => {
        const project = await insertProject(tx, {
          name: form.Project_Name,
          client_name: form.Client_Name,
          migration_type: form.Migration_Type,
          status: form.Project_Status,
          planned_start_date: form.Planned_Start_Date,
          planned_end_date: form.Planned_End_Date,
          actual_start_date: form.Actual_Start_Date,
          actual_end_date: form.Actual_End_Date,
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
          });
        }
        await recordHistory(tx, {
          userId: actor.userId,
          entity: 'project',
          entityId: project.id,
          projectId: project.id,
          action: 'created',
          changes: { name: [null, project.name], status: [null, project.status] },
        });
        await assignments.setPeople(tx, actor, project.id, 'developer', developers);
        await assignments.setPeople(tx, actor, project.id, 'tester', testers);
        return readRow(tx, project.id);
      });
    },

    async update(actor, id, edit) {
      const developers =
        edit.developer && (await assignments.resolvePeople(id, 'developer', edit.developer));
      const testers = edit.tester && (await assignments.resolvePeople(id, 'tester', edit.tester));
      return store.transaction(async (tx) => {
        const record = await findProject(tx, id);
        if (!record) throw notFound('This project');
        const { project, connections } = record;
        const stale = async () =>
          conflict('Somebody else has changed this project meanwhile.', {
            current: await readRow(tx, id),
          });
        if (edit.version != null && edit.version !== project.version) throw await stale();
        const changes = projectChanges(project, edit);
        const edited = SIDES.map((side) => editedConnection(connections[side], edit));
        const merged = { ...project, ...changes };
        const errors = [
          ...dateOrderErrors({
            Planned_Start_Date: merged.planned_start_date,
            Planned_End_Date: merged.planned_end_date,
            Actual_Start_Date: merged.actual_start_date,
            Actual_End_Date: merged.actual_end_date,
          }),
          ...edited.flatMap((side) => side.errors),
        ];
        if (errors.length > 0) throw invalid(errors);
        if (!(await saveProject(tx, project, changes))) throw await stale();
        for (const { next } of edited) {
          await saveConnection(tx, next);
        }
        await recordHistory(tx, {
          userId: actor.userId,
          entity: 'project',
          entityId: id,
          projectId: id,
          action: 'edited',
          changes: {
            ...diff(project, changes),
            ...Object.assign(
              {},
              ...edited.map(({ next }) => connectionDiff(connections[next.side], next)),
            ),
          },
        });
        if (developers) await assignments.setPeople(tx, actor, id, 'developer', developers);
        if (testers) await assignments.setPeople(tx, actor, id, 'tester', testers);
        return readRow(tx, id);
      });
    },

    setArchived: (actor, id, archived) =>
      store.transaction(async (tx) => {
        const record = await findProject(tx, id);
        if (!record) throw notFound('This project');
        const { project } = record;
        if ((project.archived_at !== null) !== (archived === 1)) {
          const archivedAt = archived === 1 ? timestampNow() : null;
          await saveProject(tx, project, { archived_at: archivedAt });
          await recordHistory(tx, {
            userId: actor.userId,
            entity: 'project',
            entityId: id,
            projectId: id,
            action: archived === 1 ? 'archived' : 'restored',
            changes: { archived_at: [project.archived_at, archivedAt] },
          });
        }
        return readRow(tx, id);
      }),

    async resolveConnection(projectId, side, values, fieldName) {
      const connector = connectorOf(values.engine);
      const place = normalisePlace(connector, values);
      const stored =
        projectId === null
          ? undefined
          : (await findProject(store.db, projectId))?.connections[side];
      if (projectId !== null && !stored) throw notFound('This project');
      const samePlace = stored !== undefined && isSamePlace(place, stored);
      const typed = isNewPassword(values.password);
      const canUseStored = samePlace && stored.password_sealed !== null;
      const errors = missingFields(connector, place, typed || canUseStored, fieldName);
      if (errors.length > 0) {
        const passwordField = fieldName('password');
        throw invalid(
          errors.map((error) =>
            error.field === passwordField && stored?.password_sealed
              ? { ...error, message: RETYPE }
              : error,
          ),
        );
      }
      const password = typed
        ? (values.password ?? '')
        : canUseStored
          ? openPassword(vault, stored)
          : '';
      if (password === null) throw invalid([{ field: fieldName('password'), message: UNREADABLE }]);
      return { target: asTarget(place, password), stored: samePlace };
    },

    delete: deleteProject,
  };
}

/** Columns of the project itself that an edit changes. */
function projectChanges(project: Project, edit: ProjectEdit): Partial<Project> {
  const wanted: Partial<Record<keyof Project, unknown>> = {
    name: edit.Project_Name,
    client_name: edit.Client_Name,
    migration_type: edit.Migration_Type,
    status: edit.Project_Status,
    planned_start_date: edit.Planned_Start_Date,
    planned_end_date: edit.Planned_End_Date,
    actual_start_date: edit.Actual_Start_Date,
    actual_end_date: edit.Actual_End_Date,
  };
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([column, value]) => value !== undefined && value !== project[column as keyof Project],
    ),
  );
}

/** What changed of a connection, by wire-like names; a password shows as changed, never itself. */
function connectionDiff(
  before: StoredConnection,
  after: StoredConnection,
): Record<string, [unknown, unknown]> {
  const { password_sealed: sealedBefore, ...from } = before;
  const { password_sealed: sealedAfter, ...to } = after;
  const entries = Object.entries(diff(from, to)).map(([field, change]) => [
    `${before.side}_${field}`,
    change,
  ]);
  if (sealedBefore !== sealedAfter)
    entries.push([`${before.side}_db_password`, ['********', '********']]);
  return Object.fromEntries(entries) as Record<string, [unknown, unknown]>;
}
