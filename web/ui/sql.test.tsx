import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen } from './testing/render-screen.tsx';
import { Sql, SqlLine } from './sql.tsx';
import { tokenLines } from './sql-tokens.ts';

afterEach(cleanup);

const kinds = (text: string) =>
  tokenLines(text).map((line) =>
    line.filter(({ kind }) => kind !== 'plain').map(({ text: part, kind }) => `${kind}:${part}`),
  );

describe('tokens of SQL', () => {
  it('tells words, strings, numbers and comments apart, over several lines', () => {
    expect(kinds("SELECT 'from' -- where\nFROM t /* and\nso on */ WHERE a = 1.5")).toEqual([
      ['keyword:SELECT', "string:'from'", 'comment:-- where'],
      ['keyword:FROM', 'comment:/* and'],
      ['comment:so on */', 'keyword:WHERE', 'number:1.5'],
    ]);
  });

  it.each([
    ['SELECT name, type, date FROM t ORDER BY date', 'SELECT FROM ORDER BY'],
    ['SELECT o.user, type.name, `date`, [order] AS value FROM o', 'SELECT AS FROM'],
    [
      'CREATE TABLE t (name text, date date, PRIMARY KEY (key))',
      'CREATE TABLE text date PRIMARY KEY',
    ],
    ['UPDATE t SET type = 1 WHERE value > 2', 'UPDATE SET WHERE'],
    ['ALTER TABLE t ALTER COLUMN name TYPE timestamp', 'ALTER TABLE ALTER COLUMN TYPE timestamp'],
    ["SELECT DATE '2026-01-05', CAST(a AS date)", 'SELECT DATE AS date'],
    ['SET TIME ZONE UTC', 'SET TIME ZONE'],
    ['SELECT a::date FROM t WHERE a > :date AND b = @user', 'SELECT date FROM WHERE AND'],
  ])('takes no name of a column for a keyword: %s', (text, words) => {
    const keywords = tokenLines(text)[0]!.filter(({ kind }) => kind === 'keyword');
    expect(keywords.map((token) => token.text).join(' ')).toBe(words);
  });

  it.each([
    "select 'never ends",
    'CREATE FUNCTION f() RETURNS int AS $$ BEGIN RETURN 1; END $$',
    "SELECT `a`, [b], N'x''y', \"q\" FROM t\r\n\r\n  -- é🙂",
    '',
    '\n',
  ])('loses nothing of a text: %j', (text) => {
    const lines = tokenLines(text).map((line) => line.map((token) => token.text).join(''));
    expect(lines).toEqual(text.split(/\r?\n/));
  });
});

it('marks parts of a line across its tokens', async () => {
  const [line] = tokenLines("SELECT 'abc' FROM t");
  renderScreen(() => <SqlLine tokens={line!} marks={[{ from: 3, to: 10 }]} />, '/');
  await screen.findAllByText(/SEL/);
  const marked = [...document.querySelectorAll('mark')].map(({ textContent }) => textContent);
  expect(marked).toEqual(['ECT', ' ', "'ab"]);
  expect(document.body.textContent).toContain("SELECT 'abc' FROM t");
});

it('shows a text at once, and in colours as soon as it can', async () => {
  const text = 'SELECT 1;\nSELECT 2;';
  renderScreen(
    () => (
      <pre>
        <Sql text={text} />
      </pre>
    ),
    '/',
  );
  await waitFor(() => expect(document.querySelector('pre')).toBeTruthy());
  const shown = document.querySelector('pre')!;
  expect(shown.textContent).toBe(text);
  await waitFor(() => expect(shown.querySelectorAll('[class*=keyword]')).toHaveLength(2));
  expect(shown.textContent).toBe(text);
});
