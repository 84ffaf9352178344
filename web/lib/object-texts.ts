import { defineTexts } from './i18n/index.ts';

/** The words for migrated objects that several screens share. */
export const useObjectWords = defineTexts('object-words', {
  schema_name: 'schema name',
  object_name: 'object name',
  object_type_id: 'object type id',
  object_type: 'object type',
  status: 'status',
  test_call: 'test call',
  test_result: 'test result',
  comments: 'comments',
  migrated_by: 'migrated by',
  tested_by: 'tested by',
  tables: 'tables',
  views: 'views',
  functions: 'functions',
  procedures: 'procedures',
  pending: 'pending',
  migrated: 'migrated',
  verified: 'verified',
  missing: 'missing',
  stale: 'changed',
  staleSince: 'Its definition has changed since it was verified (noticed {{time}})',
  missingSince: 'The database no longer has it (noticed {{time}})',
});
export type ObjectWords = ReturnType<typeof useObjectWords>;
