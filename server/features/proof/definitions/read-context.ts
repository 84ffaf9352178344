import type { ObjectDefinition } from '../../../../connectors/core/definitions.ts';
import type { Side } from '../../../../contract/fields.ts';
import type { Db, Store } from '../../../platform/db/store.ts';
import type { Meanings } from '../../sql/service.ts';
import type { Naming } from '../pairs/naming-service.ts';
import { type PairTask, rulesOf } from '../pairs/service.ts';
import type { TableName } from './counterparts.ts';
import { readCounterparts } from './read-counterparts.ts';
import { type Found, readKnownTables } from './known-tables.ts';
import { prepareTexts, readerOf, readerOfNothing } from './meanings.ts';
import { type Definitions, type Engines, type Context, compareTask } from './outcome.ts';

/** Reads what comparing pairs needs besides their definitions, so that a transaction can compare them without waiting. */
export async function readContext(
  store: Pick<Store, 'kind' | 'longReads'>,
  meanings: Meanings,
  projectId: number,
  engines: Engines,
  tasks: readonly PairTask[],
  definitions: Definitions,
  rename: (name: string) => string,
  schemaOf: Naming['schemaOf'] = () => null,
): Promise<Context> {
  const read = tasks.flatMap(({ pair, members }) =>
    members.flatMap(({ id, side, schema_name: schema, object_name: name }): Found[] => {
      const definition = definitions.get(id)?.definition;
      const named = rulesOf(pair).columns;
      return definition ? [{ id, side, schema, name, pairId: pair.id, named, definition }] : [];
    }),
  );
  const led = read.flatMap(({ side, definition }): TableName[] => {
    if (side !== 'source') return [];
    if (definition.kind === 'trigger') return [definition];
    return definition.kind === 'table' ? definition.foreignKeys : [];
  });
  const counterpartOf = await readCounterparts(store, projectId, led, rename, read);
  const { source, target } = engines;
  if (source === undefined || target === undefined)
    return { engines, texts: readerOfNothing, counterpartOf, sources: null };
  const queriesOf = (side: Side) =>
    read.flatMap(({ side: own, definition }) => (own === side ? textsIn(definition) : []));
  const queries = { source: queriesOf('source'), target: queriesOf('target') };
  const tables = await readKnownTables(store, projectId, queries, { rename, schemaOf }, read);
  const sources = { meanings, engines: { source, target }, tables };
  await prepareTexts(sources, (texts) => {
    for (const task of tasks)
      compareTask(task, definitions, [], rename, { engines, texts, counterpartOf });
  });
  return { engines, texts: readerOf(sources), counterpartOf, sources };
}

/** Texts that may name tables; for a table, those of its triggers. */
function textsIn(definition: ObjectDefinition): string[] {
  const texts = definition.kind === 'table' ? (definition.triggers ?? []) : [definition];
  return texts.flatMap((one) => ('text' in one ? (one.text ?? []) : []));
}

export async function readEngines(db: Db, projectId: number): Promise<Engines> {
  const rows = await db
    .selectFrom('project_connection')
    .select(['side', 'engine'])
    .where('project_id', '=', projectId)
    .execute();
  return Object.fromEntries(rows.map(({ side, engine }) => [side, engine]));
}
