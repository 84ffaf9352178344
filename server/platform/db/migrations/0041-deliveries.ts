import type { Kysely, Migration } from 'kysely';
import {
  type ColumnTypes,
  createMaker,
  key,
  one,
  partOf,
  refersTo,
  required,
  requiredPartOf,
  zero,
} from '../columns.ts';

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
