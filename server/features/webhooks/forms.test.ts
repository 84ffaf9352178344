import { describe, expect, it } from 'vitest';
import { type Payload, formatPayload } from './forms.ts';

const named = (count: number): Payload['objects'] =>
  Array.from({ length: count }, (_, index) => ({
    id: index,
    side: 'source',
    schema_name: 'shop',
    object_name: `t${index}`,
    status: null,
  }));
const payload = (event: Payload['event'], over: Partial<Payload> = {}): Payload => ({
  event,
  at: '2026-01-01T00:00:00.000Z',
  project: { id: 1, name: 'Shop' },
  by: [],
  count: 0,
  objects: [],
  run: null,
  ...over,
});

describe('in a chat', () => {
  it.each<[Payload['event'], Partial<Payload>, string]>([
    ['objects.imported', { by: ['ann'] }, 'An inventory was imported by ann.'],
    [
      'objects.assigned',
      { by: ['ann', 'bob'], count: 1, objects: named(1) },
      '1 object assigned by ann, bob: shop.t0',
    ],
    [
      'objects.status',
      {
        count: 1,
        objects: named(1).map((one) => ({ ...one, status: { from: 'pending', to: 'migrated' } })),
      },
      '1 object changed status: shop.t0 (pending → migrated)',
    ],
    [
      'objects.changed',
      { count: 2, objects: named(2) },
      '2 objects changed in the database: shop.t0, shop.t1',
    ],
    ['objects.commented', { count: 3 }, 'New comments on 3 objects'],
    [
      'run.finished',
      { run: { id: 7, state: 'finished', done: 2, total: 3 } },
      'Run 7 finished: 2 of 3 pairs.',
    ],
    ['project.updated', { by: ['ann'] }, 'The project was changed by ann.'],
  ])('%s', (event, over, sentence) => {
    expect(formatPayload('slack', payload(event, over))).toEqual({ text: `*Shop* ${sentence}` });
  });

  it('ten objects are named, and that there are more is said where there are', () => {
    const endOf = (count: number) =>
      JSON.stringify(
        formatPayload('slack', payload('objects.commented', { count, objects: named(count) })),
      );
    expect(endOf(10)).toMatch(/shop\.t9"/);
    expect(endOf(11)).toMatch(/shop\.t9 …"/);
    expect(endOf(11)).not.toContain('shop.t10');
  });
});
