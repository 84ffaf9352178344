import { describe, expect, it } from 'vitest';
import type { Connector } from '../../../../connectors/core/connector.ts';
import type { Parameter, RoutineDefinition } from '../../../../connectors/core/definitions.ts';
import { connectorOf } from '../../../../connectors/registry.ts';
import { ENGINES } from '../../../../connectors/engines.ts';
import { type Called, proposeCall } from './propose-call.ts';

const MYSQL = connectorOf(ENGINES.mysql.id);
const POSTGRESQL = connectorOf(ENGINES.postgresql.id);
const ORACLE = connectorOf(ENGINES.oracle.id);
const SQL_SERVER = connectorOf(ENGINES.sqlServer.id);
const SQLITE = connectorOf(ENGINES.sqlite.id);

const INT = { kind: 'integer', bits: 32, unsigned: false } as const;

const called = (
  connector: Connector,
  parameters: [name: string | null, mode: Parameter['mode']][],
  over: Partial<RoutineDefinition> = {},
): Called => ({
  connector,
  path: ['shop', 'close'],
  isRoutine: true,
  definition: {
    kind: 'routine',
    name: 'close',
    parameters: parameters.map(([name, mode]) => ({
      name,
      mode,
      type: 'int',
      canonical: INT,
      default: null,
    })),
    returns: null,
    language: 'SQL',
    text: null,
    comment: null,
    signature: {
      path: ['shop', 'close'],
      form: 'procedure',
      types: parameters.map(() => 'int'),
      obstacle: null,
    },
    ...over,
  },
});

describe('a proposed call', () => {
  it('has parameters of one name on both sides, by place', () => {
    const source = called(MYSQL, [
      ['p_month', 'in'],
      ['p_year', 'in'],
    ]);
    const target = called(POSTGRESQL, [
      ['month', 'in'],
      [null, 'in'],
      ['More', 'in'],
    ]);
    expect(proposeCall({ source, target })).toEqual({
      source: 'CALL shop.close(:p_month, :p_year)',
      target: 'CALL shop.close(:p_month::int, :p_year::int, :More::int)',
      writes: false,
      values: {},
      parameters: [
        { name: 'p_month', source: 'int', target: 'int', canonical: INT },
        { name: 'p_year', source: 'int', target: 'int', canonical: INT },
        { name: 'More', source: null, target: 'int', canonical: INT },
      ],
      reasons: [],
      reasons_said: [],
    });
  });

  it('has them by name where both sides have the same ones', () => {
    const source = called(SQL_SERVER, [
      ['@Year', 'in'],
      ['@month', 'in'],
    ]);
    const target = called(POSTGRESQL, [
      ['month', 'in'],
      ['year', 'in'],
    ]);
    expect(proposeCall({ source, target }).target).toBe('CALL shop.close(:month::int, :Year::int)');
  });

  it('calls what comes back as the side does that names it itself, and is marked where an engine asks for it', () => {
    const source = called(ORACLE, [
      ['P_MONTH', 'in'],
      ['P_TOTAL', 'out'],
    ]);
    const target = called(POSTGRESQL, [
      ['month', 'in'],
      ['total', 'inout'],
    ]);
    expect(proposeCall({ source, target })).toMatchObject({
      source: 'BEGIN "shop"."close"(:P_MONTH, :total); END;',
      target: 'CALL shop.close(:P_MONTH::int, :total::int)',
      writes: true,
      values: { total: null },
      reasons: [],
      reasons_said: [],
    });
    const variables = called(MYSQL, [
      ['p_month', 'in'],
      ['p_total', 'out'],
    ]);
    expect(proposeCall({ source: variables, target }).source).toBe(
      'CALL shop.close(:p_month, @total)',
    );
    expect(proposeCall({ source: target, target: variables }).target).toBe(
      'CALL shop.close(:month, @total)',
    );
  });

  it('has no two parameters of one name', () => {
    const parameters: [string, 'in'][] = [
      ['a b', 'in'],
      ['value1', 'in'],
      ['Value1', 'in'],
    ];
    const both = called(MYSQL, parameters);
    const { source } = proposeCall({ source: both, target: both });
    const names = [...source!.matchAll(/:(\w+)/g)].map(([, name]) => name!.toLowerCase());
    expect(new Set(names).size).toBe(3);
  });

  it('says why there is none: never read, not callable, or would be refused', () => {
    const source = called(MYSQL, []);
    const reasonOf = (target: Called) => proposeCall({ source, target });
    expect(reasonOf({ ...source, definition: null })).toMatchObject({
      source: 'CALL shop.close()',
      target: null,
      reasons: [
        'No call could be proposed for the target: Its definition has not been read yet. Compare the definitions of this pair first.',
      ],
    });
    const { signature } = source.definition as RoutineDefinition;
    const hard = called(POSTGRESQL, [], { signature: { ...signature!, obstacle: 'It is hard.' } });
    expect(reasonOf(hard).reasons).toEqual([
      'No call could be proposed for the target: It is hard.',
    ]);
    const far = called(POSTGRESQL, [], {
      signature: { ...signature!, path: ['shop', 'dblink_exec'] },
    });
    expect(reasonOf(far).reasons[0]).toMatch(/dblink_exec is not allowed: it reaches files/);
    const old = called(MYSQL, []);
    delete (old.definition as RoutineDefinition).signature;
    expect(reasonOf(old).reasons[0]).toMatch(/has not been read yet/);
  });

  it('writes where the text of a side does, and both sides are disposable', () => {
    const writesOf = (text: string | null, isDisposable: boolean) => {
      const source = called(MYSQL, [], { text });
      return proposeCall({ source, target: called(POSTGRESQL, []) }, isDisposable).writes;
    };
    const text = 'BEGIN Update orders SET closed = 1; END';
    expect(writesOf(text, true)).toBe(true);
    expect(writesOf(text, false)).toBe(false);
    const reads = "BEGIN /* update */ SELECT 'delete', last_update FROM orders; END";
    expect(writesOf(reads, true)).toBe(false);
    expect(writesOf(null, true)).toBe(false);
  });

  it('counts the rows of what is no routine', () => {
    const table = (connector: Connector): Called => ({
      connector,
      path: ['main', 'order'],
      isRoutine: false,
      definition: null,
    });
    expect(proposeCall({ source: table(SQLITE), target: table(SQL_SERVER) })).toMatchObject({
      source: 'SELECT COUNT(*) AS total FROM main."order"',
      target: 'SELECT COUNT(*) AS total FROM main.[order]',
      writes: false,
    });
  });
});
