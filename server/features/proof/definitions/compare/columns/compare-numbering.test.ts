import { describe, expect, it } from 'vitest';
import type {
  NumberedColumn,
  Numbering,
  Reached,
} from '../../../../../../connectors/core/definitions.ts';
import { ENGINES } from '../../../../../../connectors/engines.ts';
import {
  sampleColumn as column,
  sampleTable as table,
} from '../../../../../../tests/support/sample-definitions.ts';
import { message } from '../../../../../../contract/messages/message.ts';
import { checkNextNumber } from './compare-numbering.ts';
import { findBetween } from '../compare-fixture.ts';
import { addReached } from '../../numbering.ts';
import { lacksOf } from '../../outcome.ts';

const numbered = (name: string, reached: Reached | null, over: Partial<Numbering> = {}) =>
  column(name, {
    nullable: false,
    identity: true,
    numbering: { increment: '1', least: null, most: null, cycles: false, reached, ...over },
  });
const plain = table([column('a')]);
const FREE: Reached = { next: '9', largest: '8' };
const TAKEN: Reached = { next: '8', largest: '8' };

async function numbersOf(
  source: Parameters<typeof findBetween>[1],
  target: Parameters<typeof findBetween>[2],
  to: keyof typeof ENGINES = 'postgresql',
) {
  const engines = { source: ENGINES.mysql.id, target: ENGINES[to].id };
  const found = await findBetween(engines, source, target, { lacks: lacksOf(engines) });
  return found
    .filter(({ code }) => code.startsWith('numbering.'))
    .map(({ code, name, severity }) => `${code} ${name} ${severity}`);
}

describe('next numbers of identity columns', () => {
  it('are looked at in columns that only the target has, too', async () => {
    expect(await numbersOf(plain, table([column('a'), numbered('id', FREE)]))).toEqual([]);
    expect(await numbersOf(plain, table([column('a'), numbered('id', TAKEN)]))).toEqual([
      'numbering.behind id error',
    ]);
  });

  it('are looked at in a table that was a view', async () => {
    const view = {
      kind: 'view',
      name: 't',
      columns: [column('ID')],
      materialised: false,
      text: null,
      broken: null,
    } as never;
    expect(await numbersOf(view, table([numbered('id', TAKEN)]))).toEqual([
      'numbering.behind ID error',
    ]);
  });

  it('that are given out again are a note where the source gives each one out once', async () => {
    const again = table([column('id', { nullable: false, identity: true, reusesNumbers: true })]);
    const reused = ['numbering.reused id info'];
    expect(await numbersOf(table([numbered('id', FREE)]), again, 'sqlite')).toEqual(reused);
    expect(await numbersOf(again, again, 'sqlite')).toEqual([]);
    expect(await numbersOf(plain, again, 'sqlite')).toEqual([]);
  });

  it('end nowhere where an engine has no larger ones', async () => {
    const own = (most: string | null) => {
      const one = numbered('id', FREE, { most });
      return table([{ ...one, canonical: { kind: 'integer', bits: 64, unsigned: true } }]);
    };
    expect(await numbersOf(own(null), own('9223372036854775807'), 'duckdb')).toEqual([]);
    expect(await numbersOf(own(null), own('2147483647'), 'duckdb')).toEqual([
      'numbering.end id warning',
    ]);
  });

  it('are not known where they fall, or come from somewhere else', async () => {
    const falling = { increment: '-1' };
    const unread = ['numbering.unread id warning'];
    expect(await numbersOf(plain, table([numbered('id', FREE, falling)]))).toEqual(unread);
    const [found] = checkNextNumber(numbered('id', FREE, falling), 'id', { lacks: () => false });
    expect(found).toMatchObject({ advice: message('definition.nextFallingAdvice') });
    // An empty table has no number that could be taken.
    const empty = { next: '-1', largest: null };
    expect(await numbersOf(plain, table([numbered('id', empty, falling)]))).toEqual([]);
    const elsewhere = table([column('id', { identity: true })]);
    expect(await numbersOf(plain, elsewhere)).toEqual(unread);
    expect(await numbersOf(plain, elsewhere, 'sqlite')).toEqual([]);
  });

  it('are read without an index, too, one by one: one that takes too long leaves the others known', async () => {
    const key = (...columns: string[]) => ({ primaryKey: { name: 'pk', columns } });
    const unasked = (name: string) =>
      column(name, { identity: true, numbering: numbered(name, null).numbering! });
    const tables = [
      table([unasked('id')], { name: 'led', ...key('id') }),
      table([unasked('id')], { name: 'other', ...key('id') }),
      table([unasked('id')], { name: 'heap' }),
      table([unasked('line')], { name: 'lines', ...key('order_id', 'line') }),
      table([column('a')], { name: 'none' }),
    ];
    const asked: string[][] = [];
    const readReached = async (_schema: string, columns: readonly NumberedColumn[]) => {
      asked.push(columns.map((one) => `${one.table}.${one.column}`));
      return columns.map((one) => (one.table === 'heap' ? null : TAKEN));
    };
    const read = await addReached({ readReached } as never, 's', tables);
    expect(asked).toEqual([['led.id', 'other.id'], ['heap.id'], ['lines.line']]);
    const found = await Promise.all(read.map((one) => numbersOf(plain, one as never)));
    expect(found).toEqual([
      ['numbering.behind id error'],
      ['numbering.behind id error'],
      ['numbering.unread id warning'],
      ['numbering.behind line error'],
      [],
    ]);
  });
});
