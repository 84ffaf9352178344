import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type DependencyLists, MAX_LISTED } from '../../../contract/dependencies.ts';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { stubApi } from '../../ui/testing/stub-api.ts';
import { OrderLists } from './order-lists.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const named = (id: number) => ({
  object_id: id,
  schema_name: 'shop',
  object_name: `t${id}`,
  object_type: 'tables' as const,
});
const cycle = {
  cycle: 1,
  side: 'source' as const,
  objects: [named(1), named(2)],
  count: 2,
  loosest: { from: 'shop.t1', to: 'shop.t2', kind: 'foreign key' },
};

function open(change: Partial<DependencyLists>) {
  stubApi({
    'GET /api/projects/12/dependencies': {
      cycles: [],
      cycle_count: 0,
      blockers: [],
      outside: [],
      outside_count: 0,
      unknown: [],
      unknown_count: 0,
      ...change,
    },
  });
  renderScreen(() => <OrderLists projectId={12} />, '/waves?project=12&tab=order');
}
const hrefOf = async (name: string) =>
  (await screen.findByRole('link', { name })).getAttribute('href');

it('leads from a blocker to it among the objects', async () => {
  open({ blockers: [{ ...named(7), blocks: 3 }] });
  expect(await hrefOf('shop.t7')).toBe('/waves?project=12&tab=objects&q=t7');
  expect(screen.queryByText(/that block most/)).toBeNull();
});

it('says that a list goes on, and where', async () => {
  const blockers = Array.from({ length: MAX_LISTED }, (_, id) => ({
    ...named(id + 1),
    blocks: 1,
  }));
  open({ blockers, cycles: [cycle, { ...cycle, cycle: 2 }] as never, cycle_count: 9 });
  await screen.findByText('The 200 that block most are listed.', { exact: false });
  expect(await hrefOf('All blocked objects')).toBe(
    '/waves?project=12&tab=objects&f.standing=blocked',
  );
  expect(screen.getByText('The first 2 are listed.')).toBeTruthy();
});
