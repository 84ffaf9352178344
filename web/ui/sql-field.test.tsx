import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderScreen } from './testing/render-screen.tsx';
import { SqlField } from './sql-field.tsx';
import { isStatement } from './sql.tsx';

afterEach(cleanup);

const colours = () => document.querySelector('[aria-hidden] pre');

it('colours statements alone where words may stand as well', async () => {
  renderScreen(
    () => (
      <>
        <SqlField label="One" value="select 1" orWords readOnly />
        <SqlField label="Two" value="looked at it" orWords readOnly />
      </>
    ),
    '/',
  );
  await waitFor(() => expect(colours()?.querySelector('[class*=keyword]')).toBeTruthy());
  expect(document.querySelectorAll('[aria-hidden] pre')).toHaveLength(1);
  expect(screen.getByLabelText('Two')).toHaveProperty('value', 'looked at it');
  // Words run as those of their language do.
  expect(
    ['One', 'Two'].map((name) =>
      screen.getByLabelText(name).closest('.mantine-Input-wrapper')!.getAttribute('dir'),
    ),
  ).toEqual(['ltr', null]);
});

it('leaves long texts plain, whose colours would come too late', async () => {
  renderScreen(() => <SqlField label="Long" value={'x'.repeat(20_001)} readOnly />, '/');
  await screen.findByLabelText('Long');
  expect(colours()).toBeNull();
});

it.each([
  ['exec dbo.close_month 3', true],
  [' WITH a AS (SELECT 1) SELECT * FROM a', true],
  ['-- first\nselect 1', true],
  ['With the nightly batch', false],
  ['Selected by hand', false],
  ['', false],
])('tells a statement from words: %j', (text, isOne) => {
  expect(isStatement(text)).toBe(isOne);
});
