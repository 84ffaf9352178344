import { describe, expect, it } from 'vitest';
import { message } from '../../../contract/messages/message.ts';
import { listObjectsOf, spellTriggers } from './tracked.ts';

describe('spellTriggers', () => {
  it('includes the table where the name alone is ambiguous', () => {
    expect(
      spellTriggers([
        { name: 'changed', of: 'film' },
        { name: 'changed', of: 'actor' },
        { name: 'audit', of: 'film' },
      ]),
    ).toEqual(['changed on film', 'changed on actor', 'audit']);
  });

  it('keeps names apart that only look like one with its table', () => {
    expect(
      spellTriggers([
        { name: 'changed', of: 'film' },
        { name: 'changed', of: 'actor' },
        { name: 'changed on film', of: 'city' },
      ]),
    ).toEqual(['changed on film', 'changed on actor', 'changed on film on city']);
  });

  it('leaves alone what belongs to no table', () => {
    expect(
      spellTriggers([
        { name: 'started', of: null },
        { name: 'stopped', of: null },
      ]),
    ).toEqual(['started', 'stopped']);
  });
});

describe('listObjectsOf', () => {
  const hidden = message('account.hiddenOthers', { things: 'x', schema: 'y' });
  const connection = (complete: boolean) => ({
    listObjects: async () => ({ names: ['a table'], warnings: [] }),
    listOthers: async () => [
      { kind: 'sequences' as const, names: [{ name: 'orders', of: null }], complete },
    ],
    listWarnings: async () => [hidden],
  });

  it('warns where the account may not see all: such a list proves nothing missing', async () => {
    const { names, warnings } = await listObjectsOf(connection(false), 'sequences', 'shop');
    expect(names).toEqual(['orders']);
    expect(warnings.map(({ code }) => code)).toEqual([
      'account.hiddenOthers',
      'account.hiddenOthers',
    ]);
    expect((await listObjectsOf(connection(true), 'sequences', 'shop')).warnings).toEqual([]);
  });
});
