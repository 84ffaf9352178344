import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changeLanguage } from '../../lib/i18n/index.ts';
import { SampleAccounts } from './sample-accounts.tsx';

beforeAll(() => changeLanguage('de'));
afterAll(() => changeLanguage('en'));

it("names the roles of the sample's accounts in the selected language", () => {
  const accounts = (['developer', 'tester', 'client'] as const).map((role) => ({
    role,
    username: `sample-${role}`,
    password: null,
  }));
  render(
    <MantineProvider env="test">
      <SampleAccounts accounts={accounts} onClose={() => {}} />
    </MantineProvider>,
  );
  expect(screen.getByRole('cell', { name: 'Entwickler' })).toBeTruthy();
  expect(screen.getByRole('cell', { name: 'Tester' })).toBeTruthy();
  expect(screen.getByRole('cell', { name: 'Kunde' })).toBeTruthy();
});
