import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { renderScreen } from '../../../ui/testing/render-screen.tsx';
import { ComparedTexts } from './compared-texts.tsx';

afterEach(cleanup);

const NOTHING = { source: '', target: '' };
const SHARED = { source: 'CREATE TABLE t (a integer)', target: 'CREATE TABLE t (a bigint)' };

it('shows tables in one dialect, and nothing else of them: they are kept as no text', async () => {
  renderScreen(() => <ComparedTexts own={NOTHING} shared={SHARED} />, '/');
  expect((await screen.findByRole('region', { name: 'Text' })).textContent).toContain(
    'Types that differ by no more than a note are the target’s',
  );
  expect(screen.getByText('bigint').tagName).toBe('MARK');
  expect(screen.queryByRole('button', { name: 'Show the originals' })).toBeNull();
});

it('shows equal lines once they are asked for', async () => {
  const lines = Array.from({ length: 30 }, (_, at) => `  c${at} integer,`).join('\n');
  const shared = { source: `a int\n${lines}`, target: `a bigint\n${lines}` };
  renderScreen(() => <ComparedTexts own={NOTHING} shared={shared} />, '/');
  const region = await screen.findByRole('region', { name: 'Text' });
  expect(region.textContent).toContain('c2 integer');
  expect(region.textContent).not.toContain('c20 integer');
  await userEvent.click(screen.getByRole('button', { name: '27 equal lines: show them' }));
  expect(region.textContent).toContain('c20 integer');
  expect(region.textContent).toContain('c29 integer');
  expect(screen.queryByRole('button', { name: /equal lines/ })).toBeNull();
});

it('shows nothing where there is no text', async () => {
  renderScreen(
    () => (
      <>
        <ComparedTexts own={NOTHING} shared={null} />
        <p>The end</p>
      </>
    ),
    '/',
  );
  await screen.findByText('The end');
  expect(screen.queryByRole('region', { name: 'Text' })).toBeNull();
});

it('shows views in one dialect, and as they are kept in one step', async () => {
  renderScreen(
    () => <ComparedTexts own={{ source: 'SELECT [a]', target: 'select a' }} shared={SHARED} />,
    '/',
  );
  expect(await screen.findByText(/^Both written in the target’s dialect/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Show the originals' })).toBeTruthy();
});

it('shows the only text laid out, and as it is kept in one step', async () => {
  const own = { source: 'SELECT a FROM t', target: '' };
  const laidOut = { source: 'SELECT\n  t.a\nFROM t', target: '' };
  renderScreen(() => <ComparedTexts own={own} shared={laidOut} sides={['source']} />, '/');
  const shown = async () =>
    (await screen.findByRole('region', { name: 'Text' })).querySelector('pre');
  expect((await shown())?.textContent).toBe(laidOut.source);
  expect(screen.getByText('Reformatted; the query returns the same rows.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show the original' }));
  expect((await shown())?.textContent).toBe(own.source);
  expect(screen.queryByText(/^Reformatted/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Show formatted' })).toBeTruthy();
});

it('shows programs laid out alike, and as they are kept in one step', async () => {
  const own = { source: 'BEGIN SET a = 1; END', target: 'BEGIN\n\n  a := 1; END' };
  const laidOut = { source: 'BEGIN\n  SET a = 1;\nEND', target: 'BEGIN\n  a := 1;\nEND' };
  const { container } = renderScreen(
    () => <ComparedTexts own={own} shared={laidOut} extent="layout" />,
    '/',
  );
  expect(
    await screen.findByText(
      'Each in its own dialect, formatted: only spaces and line breaks are changed.',
    ),
  ).toBeTruthy();
  expect(container.querySelectorAll('tbody tr')).toHaveLength(3);
  expect(container.querySelectorAll('[data-changed]')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Show the originals' }));
  expect(screen.getByText('Each in its own dialect, as it is stored.')).toBeTruthy();
  expect(container.querySelectorAll('tbody tr')).toHaveLength(3);
  expect(container.querySelectorAll('[data-changed]')).toHaveLength(3);
  expect(screen.getByRole('button', { name: 'Show formatted' })).toBeTruthy();
});

it.each([
  ['folded where they mean the same', 'same'],
  ['plain where they do not', 'open'],
  ['plain where they were not compared', null],
] as const)('shows what differs in texts %s', async (_, meaning) => {
  const { container } = renderScreen(
    () => (
      <ComparedTexts
        own={{ source: 'SELECT a + b', target: 'SELECT b + a' }}
        shared={null}
        meaning={meaning}
      />
    ),
    '/',
  );
  await screen.findByRole('region', { name: 'Text' });
  expect(container.querySelectorAll('[data-changed]')).toHaveLength(1);
  expect(container.querySelectorAll('details:not([open]) [data-changed]')).toHaveLength(
    meaning === 'same' ? 1 : 0,
  );
  expect(screen.queryAllByText(/^Both mean the same/)).toHaveLength(meaning === 'same' ? 1 : 0);
});

it('shows what differs without a difference in meaning in grey where nothing is folded', async () => {
  const own = {
    source: 'SELECT a\nFROM t\nWHERE b = 1 -- the first\nAND c = 2',
    target: 'select a\nfrom t\nwhere  b = 1\nAND c = 3',
  };
  const { container } = renderScreen(
    () => <ComparedTexts own={own} shared={null} meaning="open" />,
    '/',
  );
  await screen.findByRole('region', { name: 'Text' });
  await waitFor(() => expect(container.querySelectorAll('[data-harmless]')).toHaveLength(3));
  expect(container.querySelectorAll('[data-changed]')).toHaveLength(1);
  expect(container.querySelector('[data-changed]')?.textContent).toContain('AND c = 3');
  expect(screen.queryByRole('button', { name: /harmless/ })).toBeNull();
});

it('folds such lines among equal ones, counts those that are folded, and does not call them equal', async () => {
  const lines = (and: string) =>
    Array.from({ length: 20 }, (_, at) => `${at % 5 === 1 ? and : 'AND'} c${at} = 1`).join('\n');
  const own = {
    source: `SELECT a\nFROM t\n${lines('AND')}`,
    target: `SELECT b\nFROM t\n${lines('and')}`,
  };
  const { container } = renderScreen(
    () => <ComparedTexts own={own} shared={null} meaning="open" />,
    '/',
  );
  // Of four, one stands beside the line that differs.
  const button = await screen.findByRole('button', { name: /^3 harmless differences/ });
  expect(container.querySelectorAll('[data-harmless]')).toHaveLength(1);
  expect(
    screen.getByRole('button', { name: '18 lines that are equal or differ harmlessly: show them' }),
  ).toBeTruthy();
  await userEvent.click(button);
  expect(container.querySelectorAll('[data-harmless]')).toHaveLength(4);
  expect(screen.queryByRole('button', { name: /harmless/ })).toBeNull();
});

it.each(['open', 'same'] as const)(
  'says of bodies what they leave out, and where they are alike, where the difference lies: %s',
  async (meaning) => {
    const own = { source: 'BEGIN RETURN a / b; END', target: 'begin return a / b; end' };
    const shared = { source: 'RETURN a / b', target: 'RETURN a / b' };
    renderScreen(
      () => <ComparedTexts own={own} shared={shared} extent="bodies" meaning={meaning} />,
      '/',
    );
    expect(await screen.findByText(/^Both bodies written in the target’s dialect/)).toBeTruthy();
    expect(screen.queryAllByText(/Written like this, both say the same/)).toHaveLength(
      meaning === 'open' ? 1 : 0,
    );
    expect(screen.queryByText(/^Each in its own dialect/)).toBeNull();
  },
);

it('says of alike tables with triggers of which a difference is open where that lies', async () => {
  const text = 'CREATE TABLE t (\n  a integer\n);\n\nCREATE TRIGGER r';
  renderScreen(
    () => (
      <ComparedTexts
        own={{ source: '', target: '' }}
        shared={{ source: text, target: text }}
        meaning="open"
      />
    ),
    '/',
  );
  expect(await screen.findByText(/Written like this, both say the same/)).toBeTruthy();
});
