import { afterEach, expect, it } from 'vitest';
import type { ViewDefinition } from '../../../../../../connectors/core/definitions.ts';
import {
  findRepairs,
  make,
  read,
  tearDown,
} from '../../../../../../tests/support/repairs-world.ts';
import { createMissing } from '../../repair/create-missing.ts';

afterEach(tearDown);

const VIEW = [
  'CREATE TABLE p (id bigint NOT NULL PRIMARY KEY, note text)',
  'CREATE TABLE t (id bigint NOT NULL PRIMARY KEY)',
  'CREATE MATERIALIZED VIEW v AS SELECT p.id, p.note, p.id * 2 AS twice FROM p',
];
const INDEXES = [
  'CREATE UNIQUE INDEX v_id ON v (id)',
  'CREATE INDEX v_low ON v (lower(note)) WHERE twice > 4',
  'CREATE INDEX v_twice ON v (twice DESC)',
];

it('indexes of a view that keeps its rows are compared, made and dropped', async () => {
  const source = await make('postgresql', [...VIEW, ...INDEXES]);
  const target = await make('postgresql', [
    ...VIEW,
    'CREATE INDEX v_twice ON v (twice, id)',
    'CREATE INDEX of_id ON v (id)',
  ]);
  const found = await findRepairs(source, target);
  expect(found.map(({ what, finding }) => `${what} ${finding.severity}`).toSorted()).toEqual([
    'index.different v_twice warning',
    'index.extra of_id info',
    'index.missing v_id warning',
    'index.missing v_low warning',
  ]);
  expect(found.find(({ what }) => what.endsWith('v_id'))?.finding.advice.code).toBe(
    'definition.keptIndexAdvice',
  );
  const run = async (statements: readonly string[]) => {
    for (const one of statements) await target.run(one);
  };
  await run(found.flatMap(({ removal }) => removal ?? []));
  await run(found.flatMap(({ statements }) => statements ?? []));
  expect(await findRepairs(source, target)).toEqual([]);
});

it('a view that is created has its indexes', async () => {
  const source = await make('postgresql', [...VIEW, ...INDEXES]);
  const target = await make('postgresql', VIEW.slice(0, 2));
  const view = (await read(source)).get('v') as ViewDefinition;
  const { statements } = createMissing(view, {
    ddl: target.connector.ddl,
    sameEngine: true,
    from: source.connector,
    relation: () => null,
    named: [],
    path: [target.schema, 'v'],
    rename: (name) => name,
    texts: {
      expression: (_columns, { text }) => text,
      view: () => 'SELECT p.id, p.note, p.id * 2 FROM p',
    },
    schemaOf: () => target.schema,
    referenced: () => null,
  });
  for (const one of statements!) await target.run(one);
  expect(await findRepairs(source, target)).toEqual([]);
});
