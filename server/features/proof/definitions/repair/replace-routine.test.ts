import { expect, it } from 'vitest';
import type { RoutineDefinition } from '../../../../../connectors/core/definitions.ts';
import { ENGINES } from '../../../../../connectors/engines.ts';
import { connectorOf } from '../../../../../connectors/registry.ts';
import type { RawFinding } from '../compare/raw-finding.ts';
import { replaceRoutine } from './repair-rowless.ts';
import type { RepairSetting } from './repair-sides.ts';

const setting = {
  sameEngine: true,
  from: connectorOf(ENGINES.postgresql.id),
  schemaOf: (schema: string) => (schema === 'made' ? 'app' : null),
} as Partial<RepairSetting> as RepairSetting;

const routine = (type: string, text: string): RoutineDefinition => ({
  kind: 'routine',
  name: `f(${type})`,
  parameters: [
    { name: 'a', mode: 'in', type, canonical: { kind: 'enum', values: ['sad'] }, default: null },
  ],
  returns: null,
  language: 'sql',
  text,
  written: [`(a ${type}) LANGUAGE sql AS $$`, '$$'],
  comment: null,
  signature: { path: ['made', 'f'], form: 'procedure', types: [type], obstacle: null },
});
const finding = { part: 'text', code: 'text.different' } as RawFinding;

/** PostgreSQL takes a routine of other parameters for another one, and would keep both. */
it.each([
  ['in place where its parameters stay', 'app.mood', true],
  ['after a DROP where the written text names another type', 'made.mood', false],
])('a routine is replaced %s', (_, type, alike) => {
  const changes = replaceRoutine(
    finding,
    routine('made.mood', 'SELECT 1'),
    routine(type, 'SELECT 2'),
    setting,
  );
  expect(changes).toMatchObject([{ kind: 'create routine', instead: { alike } }]);
});
