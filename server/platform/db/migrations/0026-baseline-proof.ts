import { sql } from 'kysely';
import {
  key,
  type Maker,
  one,
  partOf,
  refersTo,
  required,
  requiredPartOf,
  zero,
} from '../columns.ts';

/** Index columns that answer counts by verdict without reading rows. */
export const PAIR_RESULTS = [
  'project_id',
  'type_id',
  'state',
  'structure_result',
  'data_result',
  'call_result',
  'source_count',
  'id',
  'structure_at',
  'data_at',
  'call_at',
  'definition_changed_at',
  'rules_changed_at',
  'rows_outdated_at',
];

/** Creates tables for pairs of source and target objects, runs, evidence, and acceptances. */
export async function makeProofTables(maker: Maker): Promise<void> {
  await makePairs(maker);
  await makeRuns(maker);
  await makeEvidence(maker);
  await makeAcceptances(maker);
}

async function makePairs({ text, table, withId, index, partialIndex }: Maker): Promise<void> {
  await table('project_proof')
    .addColumn('project_id', 'integer', (c) => partOf('project')(key(c)))
    .addColumn('matching', text)
    .addColumn('settings', text)
    .addColumn('match_requested_at', text)
    .execute();

  await withId('pair')
    .addColumn('project_id', 'integer', requiredPartOf('project'))
    .addColumn('type_id', 'integer', required)
    .addColumn('state', text, required)
    .addColumn('name', text, required)
    .addColumn('search_key', text, required)
    .addColumn('first_object_id', 'integer')
    .addColumn('source_count', 'integer', required)
    .addColumn('target_count', 'integer', required)
    .addColumn('method', text)
    .addColumn('score', 'integer')
    .addColumn('reason', text)
    .addColumn('decided_by', 'integer', refersTo('app_user'))
    .addColumn('decided_at', text)
    .addColumn('structure_result', text)
    .addColumn('structure_findings', 'integer', zero)
    .addColumn('structure_at', text)
    .addColumn('definition_changed_at', text)
    .addColumn('data_result', text)
    .addColumn('data_coverage', text)
    .addColumn('data_look', text)
    .addColumn('data_differences', 'bigint')
    .addColumn('data_at_least', 'integer', zero)
    .addColumn('data_accepted', 'integer', zero)
    .addColumn('rows_source', 'bigint')
    .addColumn('rows_target', 'bigint')
    .addColumn('data_at', text)
    .addColumn('rows_outdated_at', text)
    .addColumn('call_result', text)
    .addColumn('call_gaps', text)
    .addColumn('call_at', text)
    .addColumn('rules', text)
    .addColumn('rules_changed_at', text)
    .addColumn('call', text)
    .addColumn('version', 'integer', one)
    .addColumn('created_at', text, required)
    .execute();
  // Pairs without any objects are kept only for their evidence, so lists skip them.
  const listed = (name: string, columns: string[]) =>
    partialIndex(name, 'pair', columns, 'first_object_id');
  await listed('pair_list', ['project_id', 'id']);
  await listed('pair_name', ['project_id', 'name', 'id']);
  await listed('pair_results', PAIR_RESULTS);

  await table('pair_change')
    .addColumn('token', text, key)
    .addColumn('project_id', 'integer', requiredPartOf('project'))
    .addColumn('at', text, required)
    .addColumn('before', text, required)
    .execute();
  await index('pair_change_project', 'pair_change', ['project_id', 'at']);
  await table('pair_difference')
    .addColumn('pair_id', 'integer', (c) => partOf('pair')(key(c)))
    .addColumn('data_at', text, required)
    .addColumn('marks', text, required)
    .execute();
}

async function makeRuns({ text, table, withId, index }: Maker): Promise<void> {
  await withId('run')
    .addColumn('project_id', 'integer', requiredPartOf('project'))
    .addColumn('kind', text, required)
    .addColumn('state', text, required)
    .addColumn('options', text, required)
    .addColumn('total', 'integer', required)
    .addColumn('done', 'integer', zero)
    .addColumn('different', 'integer', zero)
    .addColumn('failed', 'integer', zero)
    .addColumn('connection_failed', 'integer', zero)
    .addColumn('rows_done', 'bigint', zero)
    .addColumn('rows_total', 'bigint')
    .addColumn('rows_per_second', 'integer')
    .addColumn('current', text)
    .addColumn('error', text)
    .addColumn('request', text)
    .addColumn('owner', text)
    .addColumn('lease_until', text)
    .addColumn('created_by', 'integer', refersTo('app_user'))
    .addColumn('created_at', text, required)
    .addColumn('started_at', text)
    .addColumn('finished_at', text)
    .execute();
  await index('run_project', 'run', ['project_id', 'id']);
  await index('run_state', 'run', ['state', 'lease_until']);

  await table('run_item')
    .addColumn('run_id', 'integer', requiredPartOf('run'))
    .addColumn('pair_id', 'integer', requiredPartOf('pair'))
    .addColumn('state', text, required)
    .addColumn('attempts', 'integer', zero)
    .addColumn('seq', 'integer')
    .addColumn('checkpoint', text)
    .addColumn('result', text)
    .addPrimaryKeyConstraint('run_item_key', ['run_id', 'pair_id'])
    .execute();
  await index('run_item_state', 'run_item', ['run_id', 'state', 'pair_id']);
  await index('run_item_seq', 'run_item', ['run_id', 'seq']);
  await index('run_item_pair', 'run_item', ['pair_id']);
}

async function makeEvidence({ text, table, withId, index, partialIndex }: Maker): Promise<void> {
  await withId('evidence')
    .addColumn('project_id', 'integer', requiredPartOf('project'))
    .addColumn('pair_id', 'integer', requiredPartOf('pair'))
    .addColumn('kind', text, required)
    .addColumn('at', text, required)
    .addColumn('user_id', 'integer', refersTo('app_user'))
    .addColumn('run_id', 'integer', refersTo('run'))
    .addColumn('result', text)
    .addColumn('detail', text, required)
    .execute();
  await index('evidence_pair', 'evidence', ['pair_id', 'id']);
  await index('evidence_project', 'evidence', ['project_id', 'id']);
  await partialIndex('evidence_run', 'evidence', ['run_id'], 'run_id');

  await table('difference')
    .addColumn('evidence_id', 'integer', requiredPartOf('evidence'))
    .addColumn('seq', 'integer', required)
    .addColumn('kind', text, required)
    .addColumn('key', text)
    .addColumn('columns', text, required)
    .addColumn('mark', text)
    .addPrimaryKeyConstraint('difference_key', ['evidence_id', 'seq'])
    .execute();
  await table('attachment')
    .addColumn('evidence_id', 'integer', (c) => partOf('evidence')(key(c)))
    .addColumn('name', text, required)
    .addColumn('type', text, required)
    .addColumn('bytes', 'integer', required)
    .addColumn('content', text, required)
    .execute();
}

async function makeAcceptances({ db, text, table, withId, index }: Maker): Promise<void> {
  await withId('acceptance')
    .addColumn('project_id', 'integer', requiredPartOf('project'))
    .addColumn('pair_id', 'integer', partOf('pair'))
    .addColumn('objects', text)
    .addColumn('code', text, required)
    .addColumn('name', text)
    .addColumn('source', text)
    .addColumn('target', text)
    .addColumn('reason', text, required)
    .addColumn('until', text)
    .addColumn('ended_at', text)
    .addColumn('created_by', 'integer', refersTo('app_user'))
    .addColumn('created_at', text, required)
    .execute();
  await index('acceptance_project', 'acceptance', ['project_id', 'id']);
  await db.schema
    .createIndex('acceptance_until')
    .on('acceptance')
    .column('until')
    .where(sql.ref('ended_at'), 'is', null)
    .execute();
  await table('acceptance_held')
    .addColumn('acceptance_id', 'integer', (c) => partOf('acceptance')(key(c)))
    .addColumn('held', text, required)
    .execute();
}
