import { describe, expect, it } from 'vitest';
import {
  type Construct,
  type Need,
  createFinder,
  measureText,
  NEEDS,
} from './core/sql/constructs.ts';
import { connectors } from './registry.ts';

/** What is found of a need in a text of an engine. */
const countOf = (connector: (typeof connectors)[number], need: Need, text: string): number =>
  measureText(text, connector.sql, createFinder(connector.constructs)).found.get(need)?.count ?? 0;

describe.each(connectors.map((connector) => [connector.name, connector] as const))(
  'the constructs of %s',
  (_, connector) => {
    const all = Object.entries(connector.constructs) as [Need, Construct][];

    it('exist, and each has test cases', () => {
      expect(all.length).toBeGreaterThan(10);
      for (const [need, { hit, miss, find, name }] of all) {
        expect([need, hit.length > 0, miss.length > 0, find.length > 0, name !== '']).toEqual([
          need,
          true,
          true,
          true,
          true,
        ]);
      }
    });

    it.each(all)('%s: is found in each way of writing it, in any case', (need, { hit }) => {
      for (const text of hit) {
        expect([text, countOf(connector, need, text)]).toEqual([text, 1]);
        expect(countOf(connector, need, text.toUpperCase())).toBe(1);
        expect(countOf(connector, need, `${text}\n;\n${text}`)).toBe(2);
      }
    });

    it.each(all)('%s: each of its patterns finds something', (need, construct) => {
      for (const pattern of construct.find) {
        const alone = createFinder({ [need]: { ...construct, find: [pattern] } });
        const found = construct.hit.filter(
          (text) => measureText(text, connector.sql, alone).found.get(need) !== undefined,
        );
        expect([pattern, found.length > 0]).toEqual([pattern, true]);
      }
    });

    it.each(all)('%s: is not found in what looks like it', (need, { miss }) => {
      for (const text of miss) expect([text, countOf(connector, need, text)]).toEqual([text, 0]);
    });

    it.each(all)('%s: is not found in a comment, nor in a text', (need, { hit }) => {
      for (const text of hit) {
        const literal = text.replaceAll("'", "''").replaceAll('\\', '\\\\');
        expect(countOf(connector, need, `select 1 /* ${text} */ from t`)).toBe(0);
        expect(countOf(connector, need, `select 1 -- ${text}\n from t`)).toBe(0);
        expect([text, countOf(connector, need, `select '${literal}' as a from t`)]).toEqual([
          text,
          0,
        ]);
      }
    });
  },
);

describe('answers', () => {
  it.each(connectors.map(({ name, constructSupport }) => [name, constructSupport] as const))(
    '%s states how it supports each need',
    (_, constructSupport) => {
      expect(Object.keys(constructSupport).toSorted()).toEqual(Object.keys(NEEDS).toSorted());
    },
  );

  it('count as hours, as does each need', () => {
    for (const hours of Object.values(NEEDS)) expect(Math.min(...hours)).toBeGreaterThan(0);
  });
});

describe('measuring a text', () => {
  const [sqlServer] = connectors;
  const measure = (text: string) =>
    measureText(text, sqlServer!.sql, createFinder(sqlServer!.constructs));

  it('counts lines that are not empty, and statements', () => {
    const { lines, statements } = measure(
      'begin\n\n  -- nothing\n  select 1;\n  if @a = 1 update t\n    set b = 2;\nend',
    );
    expect([lines, statements]).toEqual([5, 4]);
  });

  it('reports the lines where a construct first occurs', () => {
    const text =
      'select 1\nselect getdate()\n/* getdate() \n */ select getdate(), getdate(), getdate()';
    expect(measure(text).found.get('currentTime')).toEqual({ count: 4, lines: [2, 4, 4] });
  });

  it('finds a text broken if something that it opens is never closed', () => {
    expect(measure("select 'a").broken).toBe(true);
    expect(measure('select 1 /* a').broken).toBe(true);
    expect(measure("select 'a'").broken).toBe(false);
  });

  it('takes time in proportion to the length of the text', () => {
    const found = measure('select getdate(); '.repeat(20_000)).found.get('currentTime');
    expect(found?.count).toBe(20_000);
  });
});
