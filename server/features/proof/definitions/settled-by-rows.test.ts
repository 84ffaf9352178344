import { describe, expect, it } from 'vitest';
import { type Message, message } from '../../../../contract/messages/message.ts';
import type { Coverage } from '../../../../contract/proof/pairs.ts';
import { DEFAULT_COMPARISON_RULES } from '../../../../contract/proof/rows.ts';
import type { StoredPair } from '../pairs/service.ts';
import type { RawFinding } from './compare/raw-finding.ts';
import { knownRows, weighByRows } from './settled-by-rows.ts';

const question: RawFinding = {
  code: 'type.range',
  part: 'column',
  name: 'hits',
  source: 'bigint unsigned',
  target: 'bigint',
  answer: 'compatible',
  severity: 'warning',
  detail: message('definition.lost'),
  advice: message('type.widerType'),
  settledByRows: 'all rows',
};
const whole: Coverage = { by: 'values', rows: 5, of: 5, columns: 2, left_out: [], complete: true };
type Rows = Parameters<typeof weighByRows>[1];
const equal: Rows = {
  result: 'identical',
  differences: 0,
  coverage: whole,
  tolerated: [],
  usesTolerances: false,
  toleratesNumbers: false,
};
const leftOut = (name: string) => ({ ...whole, left_out: [{ name, why: 'rule' as const }] });

describe('a finding that is a question to the rows', () => {
  it.each<[string, Rows, RawFinding['severity']]>([
    ['all rows are the same', equal, 'info'],
    ['they are under rules', { ...equal, result: 'equal_under_rules' }, 'info'],
    [
      'another column has no counterpart',
      { ...equal, result: 'partly_compared', coverage: leftOut('note') },
      'info',
    ],
    [
      'another column has none, and rows that differ are accepted',
      { ...equal, result: 'partly_compared', differences: 3, coverage: leftOut('note') },
      'warning',
    ],
    ['another column is left out', { ...equal, coverage: leftOut('note') }, 'info'],
    [
      'policies may hide rows',
      {
        ...equal,
        result: 'partly_compared',
        coverage: { ...whole, left_out: [{ name: 'dbo.orders', why: 'policies' }] },
      },
      'warning',
    ],
    ['its column is left out', { ...equal, coverage: leftOut('hits') }, 'warning'],
    ['what differs in its column counts as equal', { ...equal, tolerated: ['hits'] }, 'warning'],
    ['rows differ', { ...equal, result: 'different' }, 'warning'],
    ['rows that differ are accepted', { ...equal, result: 'accepted' }, 'warning'],
    ['only a sample was looked at', { ...equal, coverage: { ...whole, by: 'sample' } }, 'warning'],
    ['the look was cut', { ...equal, coverage: { ...whole, complete: false } }, 'warning'],
    [
      'rows differ, all of them in another column',
      {
        ...equal,
        result: 'different',
        differences: 2,
        coverage: { ...whole, differing: ['note'] },
      },
      'info',
    ],
    [
      'rows differ in its column, among others',
      {
        ...equal,
        result: 'different',
        differences: 2,
        coverage: { ...whole, differing: ['note', 'hits'] },
      },
      'warning',
    ],
    [
      'rows that differ in another column are accepted',
      { ...equal, result: 'accepted', differences: 2, coverage: { ...whole, differing: ['note'] } },
      'info',
    ],
    [
      'rows differ in another column, but its column was left out',
      {
        ...equal,
        result: 'different',
        differences: 2,
        coverage: { ...leftOut('hits'), differing: ['note'] },
      },
      'warning',
    ],
    ['they are by what the project lets pass', { ...equal, usesTolerances: true }, 'warning'],
    ['nothing was compared', { ...equal, result: null, coverage: null }, 'warning'],
  ])('where %s', (_name, rows, severity) => {
    const [weighed] = weighByRows([question], rows);
    expect(weighed!.severity).toBe(severity);
    expect(weighed!.advice.code).toBe(severity === 'info' ? 'type.rowsAreSame' : 'type.widerType');
  });

  it.each<[string, Partial<Rows>, RawFinding['severity']]>([
    ['all columns are the same', {}, 'info'],
    ['a column is left out', { coverage: leftOut('note') }, 'warning'],
    [
      'rows differ in one column',
      { result: 'different', coverage: { ...whole, differing: ['note'] } },
      'warning',
    ],
    ['what differs in a column counts as equal', { tolerated: ['hits'] }, 'warning'],
  ])('of the whole object where %s', (_name, rows, severity) => {
    const [weighed] = weighByRows([{ ...question, name: null }], { ...equal, ...rows });
    expect(weighed!.severity).toBe(severity);
  });

  it.each([
    ['all rows', 0, 'info'],
    ['with rows', 0, 'warning'],
    ['with rows', 1, 'info'],
  ] as const)('that asks %s, where there are %i', (settledByRows, rows, severity) => {
    const [weighed] = weighByRows([{ ...question, settledByRows }], {
      ...equal,
      coverage: { ...whole, rows },
    });
    expect(weighed!.severity).toBe(severity);
  });

  it.each([
    ['hits', 'warning'],
    ['note', 'info'],
  ])('where an expression stands for %s', (column, severity) => {
    const expressions = [{ column, source: '1', target: '1' }];
    const rows = knownRows({
      rules: JSON.stringify({ ...DEFAULT_COMPARISON_RULES, expressions }),
      data_result: 'equal_under_rules',
      data_coverage: JSON.stringify(whole),
      data_leans_on: null,
    } as StoredPair);
    expect(weighByRows([question], rows)[0]!.severity).toBe(severity);
  });

  it.each([
    ['hits', ',e3,', 'warning'],
    ['note', ',e3,', 'info'],
    // A tolerance may apply to any column.
    ['note', ',2,e3,', 'warning'],
  ])('where an expression of the project stands for %s, by %s', (column, used, severity) => {
    const rows = knownRows({
      rules: null,
      data_result: 'equal_under_rules',
      data_coverage: JSON.stringify({ ...whole, computed: [column] }),
      data_leans_on: used,
    } as StoredPair);
    expect(weighByRows([question], rows)[0]!.severity).toBe(severity);
  });

  it.each<[string, Partial<RawFinding>, number | null, RawFinding['severity']]>([
    ['numbers', { comparedAsNumbers: true }, 0.01, 'warning'],
    ['numbers', { comparedAsNumbers: true }, null, 'info'],
    ['other values', {}, 0.01, 'info'],
    ['the whole object', { name: null }, 0.01, 'warning'],
  ])('of %s: %j where numbers may differ by %s', (_name, over, float_tolerance, severity) => {
    const rows = knownRows({
      rules: JSON.stringify({ ...DEFAULT_COMPARISON_RULES, float_tolerance }),
      data_result: 'equal_under_rules',
      data_coverage: JSON.stringify(whole),
      data_leans_on: null,
    } as StoredPair);
    expect(weighByRows([{ ...question, ...over }], rows)[0]!.severity).toBe(severity);
  });

  const { settledByRows: _, ...open } = question;
  it.each<[string, Partial<RawFinding>, Message]>([
    ['larger numbers', {}, message('type.rowsFit')],
    ['NULL', { advice: message('definition.refusesNullAdvice') }, message('type.rowsFit')],
    ['a time zone', { advice: message('type.zoneAdvice') }, message('type.rowsInUtc')],
    ['sizes that one side does not have', { severity: 'info' }, message('type.rowsAreSame')],
    [
      'what no rows tell',
      { advice: message('definition.takesNullAdvice') },
      message('definition.takesNullAdvice'),
    ],
  ])(
    'stays what it is of %s to come, and asks for no rows that were compared',
    (_of, over, advice) => {
      const finding = { ...open, ...over };
      expect(weighByRows([finding], equal)).toEqual([{ ...finding, advice }]);
    },
  );

  it.each<[string, Partial<Rows>]>([
    ['there are none', { coverage: { ...whole, rows: 0 } }],
    ['they differ in its column', { result: 'different' }],
    ['what differs in its column counts as equal', { tolerated: ['hits'] }],
  ])('of values to come still asks for the rows where %s', (_name, over) => {
    expect(weighByRows([open], { ...equal, ...over })).toEqual([open]);
  });
});
