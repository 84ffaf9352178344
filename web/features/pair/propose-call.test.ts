import { expect, it } from 'vitest';
import type { Snapshot } from '../../../contract/structure.ts';
import { proposeCall } from './propose-call.ts';

const object = (schema_name: string, object_name: string) => ({
  id: 1,
  schema_name,
  object_name,
  status: 'pending' as const,
  missing_since: null,
  stale_since: null,
  stale_reason: null,
  developer_name: null,
  tester_name: null,
});
const routine = (side: 'source' | 'target', parameters: [string, string][]): Snapshot => ({
  object_id: 1,
  side,
  name: '',
  hash: '',
  read_at: '',
  changed_at: null,
  columns: [],
  primary_key: null,
  others: parameters.map(([name, text]) => ({ kind: 'parameter', name, text })),
  text: null,
});

const plain = { function: 'SELECT {name}({parameters})', procedure: 'CALL {name}({parameters})' };
const forms = {
  source: plain,
  target: { ...plain, procedure: 'EXEC {name} {parameters}' },
};

it('proposes the same parameters for both sides, called as on the source', () => {
  const pair = {
    source: [object('shop', 'tax')],
    target: [object('public', 'tax(numeric, integer)')],
  };
  const snapshots = [
    routine('source', [
      ['amount', 'in decimal(10,2)'],
      ['year', 'in int'],
    ]),
    routine('target', [
      ['p_amount', 'in numeric'],
      ['', 'in integer'],
      ['net', 'table numeric'],
    ]),
  ];
  expect(proposeCall({ ...pair, object_type: 'functions' }, snapshots, forms)).toEqual({
    source: 'SELECT shop.tax(:amount, :year)',
    target: 'SELECT public.tax(:amount, :year)',
  });
  expect(proposeCall({ ...pair, object_type: 'procedures' }, [], forms)?.target).toBe(
    'EXEC public.tax',
  );
  expect(proposeCall({ ...pair, object_type: 'views' }, [], forms)?.source).toBe(
    'SELECT count(*) FROM shop.tax',
  );
  expect(proposeCall({ ...pair, target: [], object_type: 'views' }, [], forms)).toBeNull();
});
