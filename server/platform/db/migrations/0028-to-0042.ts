// Steps of the schema, oldest first. A step that also changes what is stored, with tests of its own, has its own file.
import { type Kysely, type Migration, sql } from 'kysely';
import {
  type ColumnTypes,
  createMaker,
  refersTo,
  required,
  requiredPartOf,
  key,
  one,
  partOf,
  zero,
} from '../columns.ts';
import { PAIR_RESULTS } from './0026-baseline-proof.ts';

/** Adds notes of a project. */
export const projectNotes = ({ text }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('project').addColumn('notes', text).execute();
  },
});

/** Adds possible counterparts of an unmatched object, none certain enough to be proposed. */
export const pairCandidates = ({ text }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('pair').addColumn('candidates', text).execute();
  },
});

/** Adds the number of open findings to the index that answers counts by verdict, because verdicts now depend on it. */
export const warnedPairs = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.dropIndex('pair_results').execute();
    const { partialIndex } = createMaker(db, types);
    const columns = [...PAIR_RESULTS, 'structure_findings'];
    await partialIndex('pair_results', 'pair', columns, 'first_object_id');
  },
});

/**
 * Adds the object to which an object belongs, according to its definition; for a table also by name, to look it up in
 * the project.
 */
export const belonging = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const column of ['belongs_to', 'parent_schema', 'parent_name'])
      await db.schema.alterTable('snapshot').addColumn(column, types.text).execute();
    const { partialIndex } = createMaker(db, types);
    await partialIndex('snapshot_belonging', 'snapshot', ['object_id'], 'belongs_to');
  },
});

/** Adds the date on which the first tolerance of a pair's rules ends, so that expired ones are found by index. */
export const toleratedUntil = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('pair').addColumn('tolerated_until', types.text).execute();
    const { partialIndex } = createMaker(db, types);
    await partialIndex('pair_tolerated', 'pair', ['tolerated_until'], 'tolerated_until');
  },
});

/** Adds tolerances that apply to all pairs of a project, and marks the results that depend on them. */
export const projectTolerances = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { text, withId, index, partialIndex } = createMaker(db, types);
    await withId('project_tolerance')
      .addColumn('project_id', 'integer', requiredPartOf('project'))
      .addColumn('cause', text, required)
      .addColumn('source_type', text)
      .addColumn('target_type', text)
      .addColumn('reason', text, required)
      .addColumn('until', text)
      .addColumn('ended_at', text)
      .addColumn('created_by', 'integer', refersTo('app_user'))
      .addColumn('created_at', text, required)
      .execute();
    await index('project_tolerance_project', 'project_tolerance', ['project_id', 'id']);
    await db.schema.alterTable('pair').addColumn('data_leans_on', text).execute();
    await partialIndex('pair_leaning', 'pair', ['project_id'], 'data_leans_on');
  },
});

/** Adds the optional types of objects that a project tracks. */
export const alsoTracked = ({ text }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('project')
      .addColumn('also_tracked', text, (c) => c.notNull().defaultTo('none'))
      .execute();
  },
});

/** Adds the time at which an object was returned to its developer; unknown for existing ones. */
export const returned = ({ text }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('object').addColumn('returned_at', text).execute();
  },
});

/** Adds how much of a project was proven on each day. */
export const proofDays = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { text, table } = createMaker(db, types);
    await table('proof_day')
      .addColumn('project_id', 'integer', requiredPartOf('project'))
      .addColumn('day', text, required)
      .addColumn('total', 'integer', required)
      .addColumn('proven', 'integer', required)
      .addColumn('at', text, required)
      .addPrimaryKeyConstraint('proof_day_key', ['project_id', 'day'])
      .execute();
  },
});

/** Adds the last login; for existing users the last one that is still recorded. */
export const lastLogin = ({ text }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('app_user').addColumn('last_login_at', text).execute();
    await sql`
      update app_user set last_login_at = (
        select max(at) from login_attempt
        where login_attempt.user_id = app_user.id and outcome = 'ok')`.execute(db);
  },
});

/** Adds an object's due date, and the last reminder of it. */
export const dueDates = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { text, partialIndex } = createMaker(db, types);
    await db.schema.alterTable('object').addColumn('due_date', text).execute();
    await db.schema.alterTable('object').addColumn('due_told', text).execute();
    await partialIndex(
      'object_due',
      'object',
      ['project_id', 'side', 'due_date', 'status'],
      'due_date',
    );
  },
});

/** Adds deliveries, how often each person wants mail, and webhooks of projects. */
export const deliveries = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { text, table, withId, index, partialIndex } = createMaker(db, types);
    await table('mail_digest')
      .addColumn('user_id', 'integer', (c) => requiredPartOf('app_user')(key(c)))
      .addColumn('frequency', text, required)
      .addColumn('told_id', 'integer', required)
      .addColumn('told_at', text, required)
      .execute();
    await withId('webhook')
      .addColumn('project_id', 'integer', requiredPartOf('project'))
      .addColumn('url_sealed', text, required)
      .addColumn('host', text, required)
      .addColumn('form', text, required)
      .addColumn('events', text, required)
      .addColumn('secret_sealed', text, required)
      .addColumn('is_active', 'integer', one)
      .addColumn('seen_id', 'integer', required)
      .addColumn('seen_at', text, required)
      .addColumn('created_at', text, required)
      .addColumn('created_by', 'integer', refersTo('app_user'))
      .execute();
    await index('webhook_project', 'webhook', ['project_id']);
    await partialIndex('webhook_creator', 'webhook', ['created_by'], 'created_by');
    await withId('delivery')
      .addColumn('at', text, required)
      .addColumn('kind', text, required)
      .addColumn('user_id', 'integer', partOf('app_user'))
      .addColumn('webhook_id', 'integer', partOf('webhook'))
      .addColumn('event', text)
      .addColumn('body', text, required)
      .addColumn('state', text, required)
      .addColumn('attempts', 'integer', zero)
      .addColumn('next_at', text)
      .addColumn('code', 'integer')
      .addColumn('said', text)
      .addColumn('finished_at', text)
      .execute();
    await partialIndex('delivery_next', 'delivery', ['next_at'], 'next_at');
    await partialIndex('delivery_webhook', 'delivery', ['webhook_id', 'id'], 'webhook_id');
    await partialIndex('delivery_user', 'delivery', ['user_id'], 'user_id');
    await partialIndex('delivery_finished', 'delivery', ['finished_at'], 'finished_at');
  },
});

/** Adds the parameter set of a pair's call that is running. */
export const runningCall = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { table } = createMaker(db, types);
    await table('running_call')
      .addColumn('pair_id', 'integer', (column) => partOf('pair')(key(column)))
      .addColumn('parameter_set', 'integer', required)
      .addColumn('parameter_sets', 'integer', required)
      .execute();
    // Its format has changed; a continued run writes it again.
    await sql`update run set current = null`.execute(db);
  },
});
