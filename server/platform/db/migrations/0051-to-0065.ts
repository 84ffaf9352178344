// Steps of the schema, oldest first. A step that also changes what is stored, with tests of its own, has its own file.
import { type Kysely, type Migration, sql } from 'kysely';
import {
  type ColumnTypes,
  createMaker,
  key,
  partOf,
  refersTo,
  required,
  requiredPartOf,
  zero,
} from '../columns.ts';
import { doWithout } from './0050-gate-signoffs.ts';

/** Adds the steps of a project's cutover. */
export const runbooks = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { text, withId, table, index, partialIndex } = createMaker(db, types);
    await table('runbook')
      .addColumn('project_id', 'integer', (column) => partOf('project')(key(column)))
      .addColumn('starts_at', text)
      .execute();
    await withId('runbook_step')
      .addColumn('project_id', 'integer', requiredPartOf('project'))
      .addColumn('position', 'integer', required)
      .addColumn('title', text, required)
      .addColumn('owner_id', 'integer', refersTo('app_user'))
      .addColumn('minutes', 'integer', required)
      .addColumn('after', text)
      .addColumn('commands', text, required)
      .addColumn('way_back', text, required)
      .addColumn('needs_confirmation', 'integer', required)
      .addColumn('no_return', 'integer', required)
      .execute();
    await index('runbook_step_project', 'runbook_step', ['project_id', 'position']);
    // For deleting a user: finds steps that they own.
    await partialIndex('runbook_step_owner', 'runbook_step', ['owner_id'], 'owner_id');
  },
});

/** Adds projects' working days, and people's availability. */
export const calendar = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { text, withId, table, index } = createMaker(db, types);
    await table('calendar')
      .addColumn('project_id', 'integer', (column) => partOf('project')(key(column)))
      .addColumn('working_time', text, required)
      .execute();
    await table('week_share')
      .addColumn('project_id', 'integer', requiredPartOf('project'))
      .addColumn('user_id', 'integer', requiredPartOf('app_user'))
      .addColumn('share', 'integer', required)
      .addPrimaryKeyConstraint('week_share_key', ['project_id', 'user_id'])
      .execute();
    // For deleting a user.
    await index('week_share_user', 'week_share', ['user_id']);
    await withId('absence')
      .addColumn('user_id', 'integer', requiredPartOf('app_user'))
      .addColumn('starts_on', text, required)
      .addColumn('ends_on', text, required)
      .addColumn('reason', text)
      .execute();
    await index('absence_user', 'absence', ['user_id', 'starts_on']);
  },
});

/** Adds when the signer was notified that a sign-off is reopened; null while it stands. */
export const signoffReopened = ({ text }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('signoff').addColumn('reopened_at', text).execute();
  },
});

/** Adds rehearsals and cutovers with their steps. */
export const cutoverRuns = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { text, withId, index } = createMaker(db, types);
    await withId('cutover_run')
      .addColumn('project_id', 'integer', requiredPartOf('project'))
      .addColumn('kind', text, required)
      .addColumn('state', text, required)
      .addColumn('started_at', text, required)
      .addColumn('started_by', text, required)
      .addColumn('ended_at', text)
      .addColumn('ended_by', text)
      .execute();
    await index('cutover_run_project', 'cutover_run', ['project_id', 'id']);
    // Allows only one run under way, even if two are started at once.
    await db.schema
      .createIndex('cutover_run_under_way')
      .on('cutover_run')
      .column('project_id')
      .unique()
      .where(sql.ref('state'), '=', 'running')
      .execute();
    await withId('cutover_step')
      .addColumn('run_id', 'integer', requiredPartOf('cutover_run'))
      .addColumn('step_id', 'integer', required)
      .addColumn('position', 'integer', required)
      .addColumn('title', text, required)
      .addColumn('owner', text)
      .addColumn('minutes', 'integer', required)
      .addColumn('after', text)
      .addColumn('commands', text, required)
      .addColumn('way_back', text, required)
      .addColumn('needs_confirmation', 'integer', required)
      .addColumn('no_return', 'integer', required)
      .addColumn('planned_start', text, required)
      .addColumn('planned_end', text, required)
      .addColumn('state', text, required)
      .addColumn('started_at', text)
      .addColumn('started_by', text)
      .addColumn('ended_at', text)
      .addColumn('ended_by', text)
      .execute();
    await index('cutover_step_run', 'cutover_step', ['run_id', 'position']);
  },
});

/** Adds the order in which a run takes its pairs. */
export const runOrder = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { index } = createMaker(db, types);
    await db.schema.alterTable('run_item').addColumn('rank', 'integer', zero).execute();
    await db.schema.dropIndex('run_item_state').execute();
    await index('run_item_state', 'run_item', ['run_id', 'state', 'rank', 'pair_id']);
  },
});

export const gateRehearsals = (): Migration => doWithout('rehearsal');

/** Adds clients of projects, in a table of their own, so that queries for members do not return them. */
export const clients = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { text, table, index } = createMaker(db, types);
    await table('project_client')
      .addColumn('project_id', 'integer', requiredPartOf('project'))
      .addColumn('user_id', 'integer', requiredPartOf('app_user'))
      .addColumn('created_at', text, required)
      .addPrimaryKeyConstraint('project_client_key', ['project_id', 'user_id'])
      .execute();
    await index('project_client_user', 'project_client', ['user_id']);
  },
});

/** Adds whether a step's way back worked in a rehearsal; existing gates do not demand that. */
export const waysBack = ({ text }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const steps = () => db.schema.alterTable('cutover_step');
    await steps().addColumn('way_back_worked', 'integer').execute();
    await steps().addColumn('way_back_at', text).execute();
    await steps().addColumn('way_back_by', text).execute();
    await steps().addColumn('way_back_note', text).execute();
    await doWithout('way_back').up(db);
  },
});

/** Adds which pairs a run has counted, before it compares the rows of those that changed. */
export const countedFirst = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { index } = createMaker(db, types);
    await db.schema.alterTable('run').addColumn('counted', 'integer', zero).execute();
    await db.schema.alterTable('run').addColumn('counted_different', 'integer', zero).execute();
    await db.schema.alterTable('run_item').addColumn('counted', 'integer', zero).execute();
    await db.schema.dropIndex('run_item_state').execute();
    await index('run_item_state', 'run_item', ['run_id', 'state', 'counted', 'rank', 'pair_id']);
  },
});

/** Adds the findings about a pair's next numbers, and keeps existing projects from checking these. */
export const nextNumbers = (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('pair').addColumn('numbering', 'text').execute();
    await doWithout('sequences').up(db as never);
  },
});

/** Adds the beginning of what the receiver of a webhook's delivery answered last. */
export const answers = (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('delivery').addColumn('answer', 'text').execute();
  },
});

/** Keeps what was read of a database, so that it can be imported later. */
export const keptInventories = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { text, withId, index } = createMaker(db, types);
    await withId('inventory_reading')
      .addColumn('project_id', 'integer', requiredPartOf('project'))
      .addColumn('side', text, required)
      .addColumn('began_at', text, required)
      .addColumn('ended_at', text)
      .addColumn('object_count', 'integer', zero)
      .addColumn('first_event', text, required)
      .addColumn('last_event', text)
      .execute();
    await index('inventory_reading_project', 'inventory_reading', ['project_id', 'side']);
    await withId('inventory_part')
      .addColumn('reading_id', 'integer', requiredPartOf('inventory_reading'))
      .addColumn('schema_name', text, required)
      .addColumn('type_id', 'integer', required)
      .addColumn('names', text, required)
      .addColumn('gone', text, required)
      .execute();
    await index('inventory_part_reading', 'inventory_part', ['reading_id', 'id']);
  },
});

/** Adds where registrations stand: those wait that nobody has decided on, unless somebody else created the account. */
export const registrations = ({ text }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('app_user').addColumn('registration', text).execute();
    await sql`
      update app_user set registration = 'waiting'
      where is_active = 0 and last_login_at is null and not exists (
        select 1 from history
        where history.entity = 'user' and history.entity_id = app_user.id
          and history.action = 'updated' and history.changes like '%"is_active"%'
      ) and not exists (
        select 1 from history
        where history.entity = 'user' and history.entity_id = app_user.id
          and history.action = 'created' and history.user_id <> app_user.id
      )
    `.execute(db);
  },
});

/** Adds which version of the program read a definition; 0 stands for any before that was kept. */
export const snapshotFormats = (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('snapshot').addColumn('format', 'integer', zero).execute();
  },
});
