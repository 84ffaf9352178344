import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../../../../../connectors/engines.ts';
import type { CanonicalType } from '../../../../../../contract/proof/definitions.ts';
import { sampleColumn, sampleTable } from '../../../../../../tests/support/sample-definitions.ts';
import { findBetween } from '../compare-fixture.ts';

const text: CanonicalType = { kind: 'text', length: 20, fixed: false, bytes: false };
const TYPES: Record<string, CanonicalType> = {
  text,
  date: { kind: 'date' },
  boolean: { kind: 'boolean' },
};

/** Columns written `name` or `name type`; those without a type hold text. */
const tableOf = (columns: string) =>
  sampleTable(
    columns.split(', ').map((column) => {
      const [name = '', type = 'text'] = column.split(' ');
      return sampleColumn(name, { canonical: TYPES[type]!, type });
    }),
    { triggers: [] },
  );

function compared(source: string, target: string) {
  const engines = { source: ENGINES.mysql.id, target: ENGINES.postgresql.id };
  return findBetween(engines, tableOf(source), tableOf(target));
}

/** `from > to` for each column of the source that may have another name on the target. */
async function renamed(source: string, target: string): Promise<string[]> {
  const findings = await compared(source, target);
  const lost = findings.filter(({ code }) => code === 'column.missing');
  const added = findings.filter(({ code, likely }) => code === 'column.extra' && likely);
  const named = lost.flatMap(({ name, likely }) => (likely ? [`${name} > ${likely}`] : []));
  // Both sides of a proposal say the same; of an assumed column there is no extra one.
  const open = lost.flatMap(({ name, likely, severity }) =>
    likely && severity === 'error' ? [`${name} > ${likely}`] : [],
  );
  expect(added.map(({ name, likely }) => `${likely} > ${name}`).toSorted()).toEqual(
    open.toSorted(),
  );
  return named;
}

describe('columns under another name', () => {
  it.each([
    ['the initials', 'id, dob date', 'id, date_of_birth date', 'dob > date_of_birth'],
    ['an abbreviation', 'id, qty', 'id, quantity', 'qty > quantity'],
    ['a like name', 'id, mail', 'id, email', 'mail > email'],
    ['a word more', 'created date', 'created_at date', 'created > created_at'],
    ['a word less', 'cust_name, id', 'name, id', 'cust_name > name'],
    ['other words for the same', 'id, family_name', 'last_name, id', 'family_name > last_name'],
    ['other words for a change', 'id, modified', 'updated_at, id', 'modified > updated_at'],
    ['the bare word for a key', 'copy_id, x', 'id, x', 'copy_id > id'],
    ['the same place and type', 'id, plz, x', 'id, postcode, x', 'plz > postcode'],
    ['the same place and text that may be days', 'id, born', 'id, day_one date', 'born > day_one'],
  ])('are proposed for %s', async (_, source, target, expected) => {
    expect(await renamed(source, target)).toEqual([expected]);
  });

  it('are proposed by the name before the place', async () => {
    expect(await renamed('id, mail, dob', 'id, date_of_birth, email')).toEqual(
      expect.arrayContaining(['mail > email', 'dob > date_of_birth']),
    );
  });

  it('are proposed by the words before the place', async () => {
    expect(await renamed('given_name, family_name', 'last_name, first_name')).toEqual([
      'given_name > first_name',
      'family_name > last_name',
    ]);
  });

  it.each([
    ['assumed', 'work_id, x', 'id, x', 'warning'],
    ['assumed', 'dob, x', 'date_of_birth, x', 'warning'],
    ['assumed', 'qty, x', 'quantity, x', 'warning'],
    ['only proposed', 'amount, x', 'tax_amount, x', 'error'],
    ['only proposed', 'mail, x', 'email, x', 'error'],
    ['only proposed', 'plz, x', 'postcode, x', 'error'],
  ])('are %s where %s became %s', async (_, source, target, severity) => {
    const findings = await compared(source, target);
    expect(findings.filter(({ likely }) => likely)[0]).toMatchObject({ severity });
    expect(findings.some(({ code }) => code === 'column.extra')).toBe(severity === 'error');
  });

  it('are not assumed where a key may be one of two', async () => {
    const findings = await compared('loan_id, copy_id', 'id, kind');
    expect(findings.filter(({ likely }) => likely)).toEqual([]);
  });

  it.each([
    ['types that do not fit', 'id, dob date', 'id, date_of_birth boolean'],
    ['opposites', 'id, start_day date', 'id, end_day date'],
    ['other digits', 'line_1, id', 'id, line_2'],
    ['one with two candidates', 'name, id', 'id, first_name, last_name'],
    ['two with one candidate', 'first_name, last_name, id', 'id, name'],
    ['unlike names at another place', 'id, plz', 'town, id'],
    ['unlike names of another type at the same place', 'id, plz', 'id, known boolean'],
    ['unlike names of days that became text', 'id, born date', 'id, plz'],
  ])('are not proposed for %s', async (_, source, target) => {
    expect(await renamed(source, target)).toEqual([]);
  });

  it('are not looked for among more than 2,500 combinations', async () => {
    const many = (name: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${name}${'x'.repeat(index)}`).join(', ');
    expect(
      await renamed(`dob date, ${many('a', 9)}`, `date_of_birth date, ${many('b', 49)}`),
    ).toContain('dob > date_of_birth');
    expect(
      await renamed(`dob date, ${many('a', 50)}`, `date_of_birth date, ${many('b', 49)}`),
    ).toEqual([]);
  });
});

describe('the values of columns', () => {
  const weighed = async (
    source: string,
    target: string,
    values: [source: string, target: string, equal: number][],
  ) => {
    const engines = { source: ENGINES.mysql.id, target: ENGINES.postgresql.id };
    const findings = await findBetween(engines, tableOf(source), tableOf(target), {
      values: values.map(([from, to, equal]) => ({ source: from, target: to, equal, rows: 200 })),
    });
    return findings
      .filter(({ code }) => code === 'column.missing' || code === 'column.extra')
      .map(({ name, likely = '-', severity, detail }) =>
        [name, likely, severity, detail.code.replace('definition.', '')].join(' '),
      );
  };

  it('tell more than their names', async () => {
    expect(await weighed('id, mail', 'id, email, note', [['mail', 'note', 198]])).toEqual([
      'mail note error alikeValues',
      'email - info added',
      'note mail info alikeValuesFrom',
    ]);
    // What one column became, another did not, whatever its name is.
    expect(await weighed('id, mail, x1', 'id, email', [['x1', 'email', 200]])).toEqual([
      'mail - error lost',
      'x1 email error alikeValues',
      'email x1 info alikeValuesFrom',
    ]);
  });

  it('confirm or deny what the names suggest', async () => {
    expect(await weighed('id, mail', 'id, email', [['mail', 'email', 200]])).toEqual([
      'mail email error alikeValues',
      'email mail info alikeValuesFrom',
    ]);
    expect(await weighed('id, mail', 'id, email', [['mail', 'email', 0]])).toEqual([
      'mail - error unlikeValues',
      'email - info added',
    ]);
  });

  it('confirm or deny what is assumed', async () => {
    const assumed = (...values: [string, string, number][]) =>
      weighed('id, qty, x', 'id, quantity, x, y', values);
    expect(await assumed(['qty', 'quantity', 200])).toEqual([
      'y - info added',
      'qty quantity warning assumedAlike',
    ]);
    expect(await assumed(['qty', 'quantity', 0])).toEqual([
      'y - info added',
      'qty - error unlikeValues',
    ]);
    expect(await assumed(['qty', 'quantity', 0], ['qty', 'y', 200])).toEqual([
      'y qty info alikeValuesFrom',
      'qty y error alikeValues',
    ]);
  });

  it('are passed over once a column has its counterpart', async () => {
    expect(await weighed('id, x', 'id, x', [['x', 'x', 0]])).toEqual([]);
  });
});
