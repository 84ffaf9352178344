import { describe, expect, it } from 'vitest';
import type { Column, TableDefinition } from '../../../../../../connectors/core/definitions.ts';
import { sampleColumn } from '../../../../../../tests/support/sample-definitions.ts';
import { compareCollations, raiseCollationsInKeys } from './compare-collations.ts';

const column = (name: string, over: Partial<Column> = {}) =>
  sampleColumn(name, {
    type: 'text',
    canonical: { kind: 'text', length: null, fixed: false, bytes: false },
    caseSensitive: true,
    ...over,
  });
const BOTH = { caseSensitive: false, accentBlind: true } as const;
const CASE = { caseSensitive: false };
const ACCENTS = { accentBlind: true } as const;
const PADS = { padSpace: true } as const;
const CHAR = { kind: 'text', length: 9, fixed: true, bytes: false } as const;

describe('rules of letters', () => {
  it.each([
    ['the same', {}, {}, null],
    ['the same, blind for both', BOTH, BOTH, null],
    ['not told by an engine', BOTH, { caseSensitive: null }, null],
    ['case', CASE, {}, 'column.case definition.otherCase'],
    ['accents', ACCENTS, {}, 'column.accents definition.otherAccents'],
    [
      'accents, where case counts on neither side',
      CASE,
      BOTH,
      'column.accents definition.otherAccents',
    ],
    [
      'bytes beside letters',
      { canonical: { kind: 'binary', length: 9, fixed: false }, caseSensitive: null } as const,
      CASE,
      'column.case definition.otherCase',
    ],
    ['case and accents', {}, BOTH, 'column.case definition.otherCaseAndAccents'],
    ['blanks', PADS, {}, 'column.blanks definition.otherBlanks'],
    ['blanks on neither side', PADS, PADS, null],
    ['blanks of CHAR, which its type says', { ...PADS, canonical: CHAR }, {}, null],
    [
      'case and blanks of CHAR',
      { ...PADS, ...CASE, canonical: CHAR },
      {},
      'column.case definition.otherCaseAndBlanks',
    ],
    ['case and blanks', CASE, PADS, 'column.case definition.otherCaseAndBlanks'],
    [
      'accents and blanks',
      { ...ACCENTS, ...PADS },
      {},
      'column.accents definition.otherAccentsAndBlanks',
    ],
    ['all of them', { ...BOTH, ...PADS }, {}, 'column.case definition.otherLetters'],
  ])('%s', (_, source, target, expected) => {
    const found = compareCollations(column('a', source), column('a', target));
    expect(found.map(({ code, detail }) => `${code} ${detail.code}`)).toEqual(
      expected === null ? [] : [expected],
    );
    expect(found.every(({ severity }) => severity === 'info')).toBe(true);
  });

  it.each<[Partial<Column>, Partial<Column>, string, string?]>([
    [CASE, {}, 'definition.uniqueCase'],
    [ACCENTS, {}, 'definition.uniqueAccents'],
    [{}, BOTH, 'definition.uniqueCaseAndAccents'],
    [{}, { ...CASE, ...PADS }, 'definition.uniqueCaseAndBlanks'],
    [{ ...ACCENTS, ...PADS }, {}, 'definition.uniqueAccentsAndBlanks'],
    [{ ...BOTH, ...PADS }, {}, 'definition.uniqueLetters'],
    [PADS, {}, 'definition.uniqueBlanks', 'info'],
    [{}, PADS, 'definition.uniqueBlanks', 'info'],
  ])(
    'of a unique key are a warning, but for blanks alone: %j and %j',
    (source, target, detail, severity = 'warning') => {
      const columns = [column('a', source), column('b', source)];
      const others = [column('a', target), column('b', target)];
      const keyed = (own: Column[]) =>
        ({
          columns: own,
          primaryKey: null,
          uniques: [{ name: 'u', columns: ['a'] }],
          indexes: [],
        }) as Partial<TableDefinition> as TableDefinition;
      const found = columns.flatMap((one, index) => compareCollations(one, others[index]!));
      const raised = raiseCollationsInKeys(found, keyed(columns), keyed(others), (name) => name);
      expect(raised.map(({ name, severity }) => [name, severity])).toEqual([
        ['a', severity],
        ['b', 'info'],
      ]);
      expect(raised[0]!.detail.code).toBe(detail);
    },
  );
});
