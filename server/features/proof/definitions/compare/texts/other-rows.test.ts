import { expect, it } from 'vitest';
import type { ViewDefinition } from '../../../../../../connectors/core/definitions.ts';
import { ENGINES } from '../../../../../../connectors/engines.ts';
import type { KnownTable } from '../../../../sql/service.ts';
import { findBetween } from '../compare-fixture.ts';

const INT = { kind: 'integer', bits: 32, unsigned: false } as const;
const tables: KnownTable[] = ['c', 'o'].map((name) => ({
  name,
  as: name,
  columns: ['id', 'c', 'x'].map((column) => ({
    name: column,
    as: column,
    canonical: column === 'x' ? ({ kind: 'decimal', precision: 9, scale: 2 } as const) : INT,
    nullable: column !== 'id',
  })),
}));
const view = (text: string): ViewDefinition => ({
  kind: 'view',
  name: 'v',
  columns: [],
  text,
  materialised: false,
  comment: null,
  broken: null,
});
const find = (source: string, target: string) =>
  findBetween(
    { source: ENGINES.mysql.id, target: ENGINES.sqlite.id },
    view(source),
    view(target),
    {},
    tables,
  );
const SUMS = 'select c.id, sum(o.x) as s from c left join o on o.c = c.id group by c.id';

it('rows do not settle that one view keeps rows without a partner, or duplicates', async () => {
  const rounded = SUMS.replace('sum(o.x)', 'round(sum(o.x), 2)');
  expect(await find(SUMS, rounded)).toMatchObject([{ settledByRows: 'with rows' }]);
  const [joined, ...more] = await find(SUMS, rounded.replace('left join', 'join'));
  expect(more).toEqual([]);
  expect(joined).toMatchObject({
    code: 'text.different',
    severity: 'warning',
    detail: { code: 'definition.otherPartners', params: { source: 1, target: 0 } },
  });
  expect(joined).not.toHaveProperty('settledByRows');
  const union = (all: string) => `select id, x / 3 as y from c union ${all} select id, x from o`;
  expect(await find(union('all'), union(''))).toMatchObject([
    { severity: 'warning', detail: { code: 'definition.otherDuplicates' } },
  ]);
});
