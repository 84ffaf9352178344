import { type CreateTableBuilder, type Kysely, type Migration, sql } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

/** Pairs of source and target objects, definitions as read, runs, evidence, and what was accepted. */
export const proof = ({ text, identity }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    const ofProject = (table: CreateTableBuilder<string, 'id'>) =>
      table.addColumn('project_id', 'integer', (c) =>
        c.notNull().references('project.id').onDelete('cascade'),
      );
    const withId = (name: string) => schema.createTable(name).addColumn('id', 'integer', identity);

    await ofProject(withId('pair'))
      .addColumn('type_id', 'integer', (c) => c.notNull())
      .addColumn('state', text, (c) => c.notNull())
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('search_key', text, (c) => c.notNull())
      .addColumn('first_object_id', 'integer')
      .addColumn('source_count', 'integer', (c) => c.notNull())
      .addColumn('target_count', 'integer', (c) => c.notNull())
      .addColumn('method', text)
      .addColumn('score', 'integer')
      .addColumn('reason', text)
      .addColumn('decided_by', 'integer', (c) => c.references('app_user.id').onDelete('set null'))
      .addColumn('decided_at', text)
      .addColumn('structure_result', text)
      .addColumn('structure_findings', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('structure_at', text)
      .addColumn('data_result', text)
      .addColumn('data_differences', 'bigint')
      .addColumn('rows_source', 'bigint')
      .addColumn('rows_target', 'bigint')
      .addColumn('data_at', text)
      .addColumn('call_result', text)
      .addColumn('call_at', text)
      .addColumn('rules', text)
      .addColumn('call', text)
      .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
      .addColumn('created_at', text, (c) => c.notNull())
      .execute();
    // Pairs that all objects have left are kept for their evidence only: no list looks at them.
    const pairIndexes: [string, string[]][] = [
      ['pair_list', ['project_id', 'id']],
      ['pair_name', ['project_id', 'name', 'id']],
      [
        'pair_results',
        [
          'project_id',
          'type_id',
          'state',
          'structure_result',
          'data_result',
          'call_result',
          'source_count',
        ],
      ],
    ];
    for (const [name, columns] of pairIndexes) {
      await schema
        .createIndex(name)
        .on('pair')
        .columns(columns)
        .where(sql.ref('first_object_id'), 'is not', null)
        .execute();
    }

    await schema
      .createTable('pair_change')
      .addColumn('token', text, (c) => c.primaryKey())
      .addColumn('project_id', 'integer', (c) =>
        c.notNull().references('project.id').onDelete('cascade'),
      )
      .addColumn('at', text, (c) => c.notNull())
      .addColumn('before', text, (c) => c.notNull())
      .execute();
    await schema
      .createIndex('pair_change_project')
      .on('pair_change')
      .columns(['project_id', 'at'])
      .execute();

    await schema
      .alterTable('object')
      .addColumn('pair_id', 'integer', (c) => c.references('pair.id').onDelete('set null'))
      .execute();
    await schema.alterTable('object').addColumn('stale_since', text).execute();
    await schema
      .createIndex('object_pair')
      .on('object')
      .column('pair_id')
      .where(sql.ref('pair_id'), 'is not', null)
      .execute();
    await schema
      .createIndex('object_stale')
      .on('object')
      .columns(['project_id', 'side', 'pair_id'])
      .where(sql.ref('stale_since'), 'is not', null)
      .execute();

    await schema
      .createTable('snapshot')
      .addColumn('object_id', 'integer', (c) =>
        c.primaryKey().references('object.id').onDelete('cascade'),
      )
      .addColumn('hash', text, (c) => c.notNull())
      .addColumn('structure', text, (c) => c.notNull())
      .addColumn('read_at', text, (c) => c.notNull())
      .addColumn('changed_at', text)
      .execute();

    await schema
      .createTable('project_proof')
      .addColumn('project_id', 'integer', (c) =>
        c.primaryKey().references('project.id').onDelete('cascade'),
      )
      .addColumn('matching', text)
      .addColumn('settings', text)
      .addColumn('match_requested_at', text)
      .execute();

    await ofProject(withId('acceptance'))
      .addColumn('pair_id', 'integer', (c) => c.references('pair.id').onDelete('cascade'))
      .addColumn('code', text, (c) => c.notNull())
      .addColumn('name', text)
      .addColumn('source', text)
      .addColumn('target', text)
      .addColumn('reason', text, (c) => c.notNull())
      .addColumn('until', text)
      .addColumn('created_by', 'integer', (c) => c.references('app_user.id').onDelete('set null'))
      .addColumn('created_at', text, (c) => c.notNull())
      .execute();
    await schema
      .createIndex('acceptance_project')
      .on('acceptance')
      .columns(['project_id', 'id'])
      .execute();

    await ofProject(withId('run'))
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('state', text, (c) => c.notNull())
      .addColumn('options', text, (c) => c.notNull())
      .addColumn('total', 'integer', (c) => c.notNull())
      .addColumn('done', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('different', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('failed', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('rows_done', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('rows_total', 'bigint')
      .addColumn('rows_per_second', 'integer')
      .addColumn('current', text)
      .addColumn('error', text)
      .addColumn('request', text)
      .addColumn('owner', text)
      .addColumn('lease_until', text)
      .addColumn('created_by', 'integer', (c) => c.references('app_user.id').onDelete('set null'))
      .addColumn('created_at', text, (c) => c.notNull())
      .addColumn('started_at', text)
      .addColumn('finished_at', text)
      .execute();
    await schema.createIndex('run_project').on('run').columns(['project_id', 'id']).execute();
    await schema.createIndex('run_state').on('run').columns(['state', 'lease_until']).execute();

    await schema
      .createTable('run_item')
      .addColumn('run_id', 'integer', (c) => c.notNull().references('run.id').onDelete('cascade'))
      .addColumn('pair_id', 'integer', (c) => c.notNull().references('pair.id').onDelete('cascade'))
      .addColumn('state', text, (c) => c.notNull())
      .addColumn('seq', 'integer')
      .addColumn('checkpoint', text)
      .addColumn('result', text)
      .addPrimaryKeyConstraint('run_item_key', ['run_id', 'pair_id'])
      .execute();
    await schema
      .createIndex('run_item_state')
      .on('run_item')
      .columns(['run_id', 'state', 'pair_id'])
      .execute();
    await schema.createIndex('run_item_seq').on('run_item').columns(['run_id', 'seq']).execute();

    await ofProject(withId('evidence'))
      .addColumn('pair_id', 'integer', (c) => c.notNull().references('pair.id').onDelete('cascade'))
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('at', text, (c) => c.notNull())
      .addColumn('user_id', 'integer', (c) => c.references('app_user.id').onDelete('set null'))
      .addColumn('run_id', 'integer', (c) => c.references('run.id').onDelete('set null'))
      .addColumn('result', text)
      .addColumn('detail', text, (c) => c.notNull())
      .execute();
    await schema.createIndex('evidence_pair').on('evidence').columns(['pair_id', 'id']).execute();
    await schema
      .createIndex('evidence_project')
      .on('evidence')
      .columns(['project_id', 'id'])
      .execute();

    await schema
      .createTable('difference')
      .addColumn('evidence_id', 'integer', (c) =>
        c.notNull().references('evidence.id').onDelete('cascade'),
      )
      .addColumn('seq', 'integer', (c) => c.notNull())
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('key', text)
      .addColumn('columns', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('difference_key', ['evidence_id', 'seq'])
      .execute();

    await schema
      .createTable('attachment')
      .addColumn('evidence_id', 'integer', (c) =>
        c.primaryKey().references('evidence.id').onDelete('cascade'),
      )
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('type', text, (c) => c.notNull())
      .addColumn('bytes', 'integer', (c) => c.notNull())
      .addColumn('content', text, (c) => c.notNull())
      .execute();
  },
});
