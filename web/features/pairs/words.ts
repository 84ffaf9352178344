import { defineTexts } from '../../lib/i18n/index.ts';

/** The words for pairs and their results that several screens share. */
export const usePairWords = defineTexts('pair-words', {
  source: 'source',
  target: 'target',
  type: 'object type',
  tables: 'tables',
  views: 'views',
  functions: 'functions',
  procedures: 'procedures',

  state: 'pair',
  unmatched: 'unmatched',
  proposed: 'proposed',
  confirmed: 'confirmed',
  dropped: 'dropped on purpose',
  new: 'new on target',

  method: 'found by',
  exact: 'same name',
  case: 'same name but for case',
  schema: 'schema map',
  rule: 'naming rule',
  signature: 'signature',
  similar: 'similar name',
  manual: 'by hand',
  score: '{{method}}, {{score}} %',

  status: 'status',
  pending: 'pending',
  migrated: 'migrated',
  verified: 'verified',

  structure: 'structure',
  structure_same: 'same',
  structure_compatible: 'compatible',
  structure_different: 'different',
  data: 'rows',
  data_identical: 'identical',
  data_equal_under_rules: 'equal under rules',
  data_accepted: 'accepted differences',
  data_different: 'different',
  data_not_comparable: 'not comparable',
  call: 'calls',
  call_equal: 'equal',
  call_different: 'different',
  call_failed: 'failed',
  none: 'not compared',
  withCount: '{{result}} ({{count, number}})',

  stale: 'changed since verified',
  yes: 'yes',
  no: 'no',
  missing: 'missing',
});
export type PairWords = ReturnType<typeof usePairWords>;
