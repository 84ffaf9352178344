import { expect, it } from 'vitest';
import type { TriggerEvent } from '../../../../../../connectors/core/definitions.ts';
import { ENGINES } from '../../../../../../connectors/engines.ts';
import {
  sampleColumn,
  sampleTable,
  sampleTrigger,
} from '../../../../../../tests/support/sample-definitions.ts';
import { findBetween } from '../compare-fixture.ts';

type Given = [name: string, events: TriggerEvent[], text: string];
const tableWith = (given: readonly Given[]) =>
  sampleTable([sampleColumn('id'), sampleColumn('kind')], {
    primaryKey: null,
    triggers: given.map(([name, events, text]) =>
      sampleTrigger({ name, timing: 'before', events, text }),
    ),
    estimatedRows: null,
  });
const findingsIn = async (target: readonly Given[]) => {
  const engines = { source: ENGINES.postgresql.id, target: ENGINES.mysql.id };
  const source = tableWith([
    ['both', ['insert', 'update'], 'BEGIN NEW.kind := NEW.id + 1; RETURN NEW; END'],
  ]);
  const found = await findBetween(engines, source, tableWith(target), {}, []);
  return found
    .map(({ code, name }) => `${code} ${name}`)
    .filter((one) => one.startsWith('trigger'));
};

it('compares what a trigger does with each of those that it became', async () => {
  const same = 'SET NEW.kind = 1 + NEW.id';
  const other = 'SET NEW.kind = NEW.id + 2';
  const asInsert = (text: string): Given => ['of_insert', ['insert'], text];
  const asUpdate = (text: string): Given => ['of_update', ['update'], text];
  expect(await findingsIn([asInsert(same), asUpdate(same)])).toEqual([]);
  expect(await findingsIn([asInsert(same), asUpdate(other)])).toEqual(['trigger.text both']);
  expect(await findingsIn([asInsert(other), asUpdate(other)])).toEqual(['trigger.text both']);
});
