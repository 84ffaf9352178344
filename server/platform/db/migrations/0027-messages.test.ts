import { expect, it } from 'vitest';
import { addStoredProject, createTestStore } from '../../../../tests/support/test-store.ts';
import type { MatchMethod } from '../../../../contract/proof/pairs.ts';
import { type Message, message, readMessageOrText } from '../../../../contract/messages/message.ts';
import { timestampNow } from '../../clock.ts';
import { readConfig } from '../../config.ts';
import { migrate } from '../migrate.ts';
import { openStore } from '../store.ts';
import { createWriteLock } from '../write-lock.ts';
import { messages } from './0027-messages.ts';

/** As stored words had them then: the catalogue may say them in others by now. */
const REASONS: [method: MatchMethod, words: string, Message][] = [
  ['exact', 'Same schema and name', message('pair.sameName')],
  ['case', 'Same schema and name, in another case', message('pair.sameNameCase')],
  [
    'schema',
    'Same name; schema dbo became public',
    message('pair.sameNameSchema', { it: 'dbo', there: 'public' }),
  ],
  [
    'rule',
    'The naming rules make a "quoted" \\ name of it of it',
    message('pair.madeByRules', { it: 'a "quoted" \\ name of it' }),
  ],
  [
    'signature',
    'Same name, and the only one with that number of arguments',
    message('pair.onlyWithCount'),
  ],
  [
    'signature',
    'Same name, and the only one that is left of its overloads',
    message('pair.onlyOneLeft'),
  ],
  [
    'similar',
    'Same letters and digits, apart from case and separators',
    message('pair.sameLetters'),
  ],
  ['similar', 'The names are 87 % alike', message('pair.alike', { score: 87 })],
];

it('finds the message of stored text, and keeps what people wrote', async () => {
  const place = await createTestStore();
  const store = openStore({ ...readConfig(place.settings), lock: createWriteLock() });
  const { db } = store;
  try {
    await migrate(store);
    const now = timestampNow();
    const { id: project } = await addStoredProject(db);
    const common = { project_id: project, type_id: 1, created_at: now };
    const add = (pair: object) =>
      db
        .insertInto('pair')
        .values({
          ...common,
          name: 'main.t',
          search_key: 'main.t',
          source_count: 1,
          target_count: 1,
          ...pair,
        } as never)
        .execute();
    for (const [method, reason] of REASONS) await add({ state: 'proposed', method, reason });
    const own = ['Same schema and name', 'Same name; schema a became b became c'];
    await add({ state: 'dropped', reason: own[0] });
    await add({ state: 'confirmed', method: 'schema', reason: own[1] });
    await messages(store.kind).up(db as never);

    const rows = await db.selectFrom('pair').select('reason').orderBy('id').execute();
    expect(rows.map(({ reason }) => readMessageOrText(reason!))).toEqual([
      ...REASONS.map(([, , said]) => said),
      ...own,
    ]);
  } finally {
    await store.close();
    await place.remove();
  }
});
