import { describe, expect, it } from 'vitest';
import type { ObjectTypeId } from '../../../../../contract/engines.ts';
import { DEFAULT_MATCHING_RULES, type MatchingRules } from '../../../../../contract/proof/pairs.ts';
import type { Name } from './match.ts';
import { matchAlike } from './match-alike.ts';
import { matchSpelled } from './matcher.ts';
import type { Shape } from './shape.ts';

let lastId = 0;
const named = (text: string, typeId: ObjectTypeId = 1): Name => {
  const [schema = '', name = ''] = text.split('|');
  return { id: (lastId += 1), typeId, schema, name };
};

/** By names alone. */
function matchNames(sources: Name[], targets: Name[], rules: MatchingRules) {
  const spelled = matchSpelled(sources, targets, rules);
  const { matches, similarity } = { ...spelled, ...rules };
  if (similarity === null) return matches;
  const rest = { ...spelled, all: { sources, targets }, minimum: similarity };
  return [...matches, ...matchAlike(rest, new Map()).matches];
}

function match(
  sources: string[],
  targets: string[],
  rules: Partial<MatchingRules> = {},
  typeId: ObjectTypeId = 1,
) {
  const found = matchNames(
    sources.map((text) => named(text, typeId)),
    targets.map((text) => named(text, typeId)),
    { ...DEFAULT_MATCHING_RULES, ...rules },
  );
  return found.map(({ source, target, method }) => [source.name, target.name, method]);
}

describe('matching names', () => {
  it('takes the exact name before one in another case', () => {
    expect(match(['s|Orders', 's|orders'], ['s|orders', 's|ORDERS'])).toEqual([
      ['orders', 'orders', 'exact'],
      ['Orders', 'ORDERS', 'case'],
    ]);
  });

  it('matches a procedure with the function of its name in a schema that nobody mapped', () => {
    const targets = [named('stock|report', 3), named('sales|other', 3)];
    const rules = DEFAULT_MATCHING_RULES;
    expect(matchNames([named('dbo|report', 4)], targets, rules)).toMatchObject([
      { target: { schema: 'stock', name: 'report' }, method: 'schema' },
    ]);
    const both = [...targets, named('sales|report', 3)];
    expect(matchNames([named('dbo|report', 4)], both, rules)).toEqual([]);
  });

  it('maps schemas: as told, by the same name, or to the only one', () => {
    expect(match(['dbo|a'], ['public|a'])).toEqual([['a', 'a', 'schema']]);
    expect(match(['dbo|a'], ['public|a', 'other|a'])).toEqual([]);
    expect(
      match(['dbo|a'], ['public|a', 'other|a'], { schemas: [{ from: 'dbo', to: 'other' }] }),
    ).toEqual([['a', 'a', 'schema']]);
  });

  it('matches across schemas that nobody mapped', () => {
    // One schema that was split into two.
    expect(match(['dbo|a', 'dbo|B'], ['sales|a', 'stock|b', 'stock|c'])).toEqual([
      ['a', 'a', 'schema'],
      ['B', 'b', 'schema'],
    ]);
    // What both schemas have goes where the others went.
    const names = ['one', 'two', 'three', 'four'];
    const found = matchNames(
      names
        .flatMap((name) => [named(`x|${name}`), named(`y|y_${name}`)])
        .concat([named('x|log'), named('y|log')]),
      names
        .flatMap((name) => [named(`n|${name}`), named(`m|y_${name}`)])
        .concat([named('m|log'), named('n|log')]),
      { ...DEFAULT_MATCHING_RULES, similarity: null },
    );
    const logs = found.filter(({ source }) => source.name === 'log');
    expect(logs.map(({ source, target }) => [source.schema, target.schema]).toSorted()).toEqual([
      ['x', 'n'],
      ['y', 'm'],
    ]);
    // Two of three say nothing of the rest, and a map says where to look.
    expect(match(['x|a', 'x|b', 'x|log', 'y|log'], ['n|a', 'n|b', 'n|log', 'm|log'])).toEqual([
      ['a', 'a', 'schema'],
      ['b', 'b', 'schema'],
    ]);
    expect(
      match(['x|a'], ['n|a', 'm|z'], { schemas: [{ from: 'x', to: 'm' }], similarity: null }),
    ).toEqual([]);
  });

  it('applies naming rules in order', () => {
    const names: MatchingRules['names'] = [
      { kind: 'removePrefix', prefix: 'TBL_' },
      { kind: 'replace', pattern: 'Cust$', replacement: 'Customer' },
      { kind: 'snakeCase' },
      { kind: 'addPrefix', prefix: 't_' },
    ];
    expect(match(['s|tbl_MyHTTPCust'], ['s|t_my_http_customer'], { names })).toEqual([
      ['tbl_MyHTTPCust', 't_my_http_customer', 'rule'],
    ]);
  });

  it('leaves what fits twice to people', () => {
    expect(match(['s|A', 's|a'], ['s|À'], { similarity: null })).toEqual([]);
  });

  it('matches overloads by number of arguments, and then the last remaining one', () => {
    expect(
      match(
        ['s|f(int)', 's|f(int, varchar)', 's|g(NUMBER)'],
        ['s|f(integer, text)', 's|f(integer)', 's|g'],
        {},
        3,
      ),
    ).toEqual([
      ['f(int)', 'f(integer)', 'signature'],
      ['f(int, varchar)', 'f(integer, text)', 'signature'],
      ['g(NUMBER)', 'g', 'signature'],
    ]);
  });

  it.each([
    ['text', 'f(text)', 'f(integer)'],
    ['integer', 'f(integer)', 'f(text)'],
  ] as const)('finds the one overload that is left, by its parameters: %s', (kind, kept, lost) => {
    const [sources, targets] = [
      [named('s|f(integer)', 3), named('s|f(text)', 3)],
      [named('s|f', 3)],
    ];
    const spelled = matchSpelled(sources, targets, DEFAULT_MATCHING_RULES);
    expect(spelled.matches).toEqual([]);
    const shape = (of: string): Shape => ({
      kind: 'routine',
      columns: new Map([['0', of === 'text' ? 'text' : 'number']]),
      key: '',
      references: [],
      rows: null,
    });
    const shapes = new Map([
      [sources[0]!.id, shape('integer')],
      [sources[1]!.id, shape('text')],
      [targets[0]!.id, shape(kind)],
    ]);
    const rest = { ...spelled, all: { sources, targets }, minimum: 60, schemaOf: () => 's' };
    const { matches, candidates } = matchAlike(rest, shapes);
    expect(matches.map(({ source }) => source.name)).toEqual([kept]);
    expect([...candidates.keys()].map(({ name }) => name)).not.toContain(lost);
  });

  it('proposes similar names above the score, and never what differs in its digits', () => {
    expect(
      match(
        ['s|customer_addresses', 's|orders_2019', 's|CustomerOrder'],
        ['s|customer_adresses', 's|orders_2020', 's|customer_order'],
      ),
    ).toEqual([
      ['CustomerOrder', 'customer_order', 'similar'],
      ['customer_addresses', 'customer_adresses', 'similar'],
    ]);
    const years = [2019, 2020].map((year) => `s|customer_addresses_of_the_year_${year}`);
    expect(match([years[0]!], [years[1]!])).toEqual([]);
    const quarters = [1, 2].map((part) => `s|customer_addresses_of_2019_in_quarter_${part}`);
    expect(match([quarters[0]!], [quarters[1]!])).toEqual([]);
    expect(match(['s|abc'], ['s|xyz'])).toEqual([]);
    expect(match(['s|customer_addresses'], ['s|customer_adresses'], { similarity: null })).toEqual(
      [],
    );
  });

  it.each([
    ['a table', 1, 'a view', 2],
    ['a procedure', 4, 'a function', 3],
  ] as const)('%s may become %s %i', (_was, from, _is, to) => {
    const found = matchNames(
      [named('s|a', from), named('s|B', from)],
      [named('s|a', to), named('s|b', to), named('s|b', from)],
      DEFAULT_MATCHING_RULES,
    );
    expect(found.map(({ source, target }) => [source.name, target.name, target.typeId])).toEqual([
      ['B', 'b', from],
      ['a', 'a', to],
    ]);
  });

  it('objects with rows never match routines, and similar names match only within a type', () => {
    for (const [from, to, name] of [
      [1, 3, 'a'],
      [2, 4, 'a'],
      [1, 2, 'customer_addresses'],
    ] as const) {
      const target = named(name === 'a' ? 's|a' : 's|customer_adresses', to);
      expect(matchNames([named(`s|${name}`, from)], [target], DEFAULT_MATCHING_RULES)).toEqual([]);
    }
  });
});
