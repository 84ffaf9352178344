import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_MATCHING_RULES, type SchemaMap } from '../../../../contract/proof/pairs.ts';
import { fingerprint } from '../../../../contract/stale.ts';
import { changeLanguage } from '../../../lib/i18n/index.ts';
import { storeUser } from '../../../lib/selection.ts';
import { renderScreen } from '../../../ui/testing/render-screen.tsx';
import { samplePair, sampleProject, sampleUser } from '../../../ui/testing/samples.ts';
import { problemAnswer, stubApi } from '../../../ui/testing/stub-api.ts';
import { PairsPage } from './pairs-page.tsx';

const LIST = '/api/projects/12/pairs';
const base = {
  'GET /api/auth/me': sampleUser,
  'GET /api/projects/12': sampleProject,
  'GET /api/projects/12/schemamap': { schemas: [], targets: [], cut: false } satisfies SchemaMap,
};
/** Elements are joined by a space where there is no layout. */
const INVOICE = /^main\. ?invoice$/;
const rows = [
  samplePair({ data_result: 'different', data_differences: 3, structure_result: 'same' }),
  samplePair({
    id: 32,
    state: 'unmatched',
    name: 'public.old',
    source: [{ ...samplePair().source[0]!, id: 102, object_name: 'old' }],
    target: [],
    method: null,
    score: null,
  }),
];

function open(answers: Record<string, unknown> = {}, view = '') {
  const api = stubApi({ ...base, [`GET ${LIST}`]: rows, ...answers });
  renderScreen(PairsPage, `/pairs?project=12${view}`);
  const asked = () => api.sent('GET', LIST).map(({ url }) => decodeURIComponent(url));
  return { api, asked, user: userEvent.setup() };
}
const onPhone = () =>
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), { matches: query === '(max-width: 40em)' }),
  );
const select = async (user: ReturnType<typeof userEvent.setup>, ...names: string[]) => {
  for (const name of names)
    await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
};

beforeEach(() => {
  localStorage.clear();
  storeUser(sampleUser);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the list of pairs', () => {
  it('shows that it loads, then both sides and every result', async () => {
    const answers: ((_: unknown) => void)[] = [];
    open({ [`GET ${LIST}`]: () => new Promise((resolve) => answers.push(resolve)) });
    const grid = await screen.findByRole('grid', { name: 'Pairs' });
    expect(grid.getAttribute('aria-busy')).toBe('true');
    await waitFor(() => expect(answers.length).toBe(4));
    for (const answer of answers) answer(rows);
    const row = await within(grid).findByRole('row', { name: /public.invoice/ });
    expect(within(row).getByRole('cell', { name: INVOICE })).toBeTruthy();
    expect(within(row).getByRole('cell', { name: '3 different' })).toBeTruthy();
    expect(within(row).getByRole('link', { name: 'Open' }).getAttribute('href')).toBe(
      '/pair?project=12&pair=31',
    );
  });

  it('shows how proposals were found before their results, and no column of results without any', async () => {
    open(
      {
        [`GET ${LIST}`]: (request: { url: string }) =>
          /data_result|call_result/.test(request.url) ? [] : rows,
      },
      '&f.state=proposed',
    );
    expect(await screen.findByRole('cell', { name: 'same name' })).toBeTruthy();
    const headers = () =>
      screen.getAllByRole('columnheader').map(({ textContent }) => textContent.trim());
    await waitFor(() => expect(headers()).not.toContain('rows'));
    expect(headers().join()).toContain('pair,found by,structure');
    expect(headers()).not.toContain('calls');
  });

  it('says where nothing has been imported yet', async () => {
    open({ [`GET ${LIST}`]: [] });
    expect(
      await screen.findByText(/Nothing has been imported into this project yet\.$/),
    ).toBeTruthy();
    const way = screen.getByRole('link', { name: 'Read the databases' });
    expect(way.getAttribute('href')).toBe('/dbconnect?project=12');
  });

  it('claims nothing of the import before it is known', async () => {
    const schemamap = () => problemAnswer(503, 'The store is away.');
    open({ [`GET ${LIST}`]: [], 'GET /api/projects/12/schemamap': schemamap });
    expect(await screen.findByText('There are no pairs yet.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Read the databases' })).toBeNull();
  });

  it.each([
    ['both sides are being matched', true, true, /are being matched/],
    ['the target is missing', true, false, /^The source is imported, the target is not\./],
    ['the source is missing', false, true, /^The target is imported, the source is not\./],
  ])('says where %s', async (_, source, target, said) => {
    const schema = { schema: 'public', objects: 2, settled: 0, told: null, offers: [] };
    const map = { schemas: source ? [schema] : [], targets: target ? ['main'] : [], cut: false };
    open({ [`GET ${LIST}`]: [], 'GET /api/projects/12/schemamap': map satisfies SchemaMap });
    expect(await screen.findByText(said)).toBeTruthy();
    expect(screen.queryByText(/Nothing has been imported/)).toBeNull();
    expect(screen.queryAllByRole('link', { name: 'Read the databases' })).toHaveLength(
      source && target ? 0 : 1,
    );
  });

  it('is not sorted by what an old link names and no column is called', async () => {
    const { asked } = open({}, '&sort=-nonsense,-name');
    await screen.findByText(INVOICE);
    expect(asked()).toContain(`${LIST}?sort=-name&limit=200&offset=0`);
    expect(asked().join(' ')).not.toContain('nonsense');
  });

  it('says on a phone below each name what was found, and has the other name last', async () => {
    onPhone();
    open({ [`GET ${LIST}`]: [samplePair({ verdict: 'different' })] });
    expect(await screen.findByText('different')).toBeTruthy();
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(heads.indexOf('target')).toBeGreaterThan(heads.indexOf('rows'));
  });

  it('calls on a phone what only the target has by its name there', async () => {
    onPhone();
    open({ [`GET ${LIST}`]: [samplePair({ source: [], verdict: 'different' })] });
    const under = await screen.findByText('different');
    expect(under.parentElement?.textContent).toMatch(/Invoice/i);
  });

  it('offers Retry when it cannot be loaded', async () => {
    let fail = true;
    const { user } = open({
      [`GET ${LIST}`]: () => (fail ? problemAnswer(503, 'The store is away.') : rows),
    });
    const alert = await screen.findByText('The list could not be loaded.');
    // With the reason that the server gave.
    expect(screen.getByText('The store is away.')).toBeTruthy();
    fail = false;
    await user.click(within(alert.closest('[role=alert]')!).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('cell', { name: INVOICE })).toBeTruthy();
  });

  it('is filtered by both sides, status, target and what was never compared', async () => {
    const { asked, user } = open(
      {},
      '&f.state=matched&f.data_result=-&f.target=-&f.status=verified',
    );
    await screen.findByRole('cell', { name: INVOICE });
    expect(asked()[0]).toContain('filter[state]=matched');
    expect(asked()[0]).toContain('filter[data_result]=-');
    expect(asked()[0]).toContain('filter[target]=-');
    await user.click(screen.getByRole('button', { name: 'Filters (4)' }));
    await screen.findByLabelText('Filter status');
    const chosen = (name: string) =>
      screen.getByLabelText<HTMLSelectElement>(`Filter ${name}`).selectedOptions[0]!.textContent;
    expect(chosen('pair')).toBe('matched');
    expect(chosen('rows')).toBe('not compared');
    expect(chosen('status')).toBe('verified');
    await user.selectOptions(screen.getByLabelText('Filter status'), 'pending');
    await waitFor(() => expect(asked().at(-1)).toContain('filter[status]=pending'));
  });

  it('changes several at once, names the refused ones, and takes it back', async () => {
    const { api, user } = open({
      [`POST ${LIST}/confirm`]: {
        changed: 1,
        refused: [{ id: 32, name: 'public.old', detail: 'Only proposed pairs can be confirmed.' }],
        undo: 'token',
      },
      [`POST ${LIST}/undo`]: { restored: 1 },
    });
    await select(user, 'public.invoice', 'public.old');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    const refused = await screen.findByRole('dialog', { name: 'Pairs that were not changed: 1' });
    expect(within(refused).getByRole('listitem').textContent).toBe(
      'public.old: Only proposed pairs can be confirmed.',
    );
    expect(api.sent('POST', `${LIST}/confirm`)[0]!.body).toEqual({ ids: [31, 32] });
    await user.click(within(refused).getAllByRole('button', { name: 'Close' }).at(-1)!);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone: 1')).toBeTruthy();
    expect(api.sent('POST', `${LIST}/undo`)[0]!.body).toEqual({ undo: 'token' });
    expect(api.unexpected).toEqual([]);
  });

  it('says why a change failed, and keeps what is selected', async () => {
    const { user } = open({ [`POST ${LIST}/confirm`]: problemAnswer(409, 'Somebody was faster.') });
    await select(user, 'public.invoice');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Somebody was faster.')).toBeTruthy();
    expect(screen.getByText('1 row selected')).toBeTruthy();
  });

  it('asks for the reason of what was dropped on purpose', async () => {
    const { api, user } = open({
      [`POST ${LIST}/decide`]: { changed: 1, refused: [], undo: 'token' },
    });
    await select(user, 'public.old');
    await user.click(screen.getByRole('button', { name: 'Dropped on purpose…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Dropped on purpose' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(dialog.getByText('Reason is required')).toBeTruthy();
    await user.type(dialog.getByLabelText(/^Reason/), 'empty since 2012');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Marked as dropped on purpose: 1')).toBeTruthy();
    expect(api.sent('POST', `${LIST}/decide`)[0]!.body).toEqual({
      ids: [32],
      state: 'dropped',
      reason: 'empty since 2012',
    });
  });
});

describe('what the schemas became', () => {
  const schema = (name: string, part: Partial<SchemaMap['schemas'][number]>) => ({
    schema: name,
    objects: 10,
    settled: 10,
    told: null,
    offers: [],
    ...part,
  });
  const map: SchemaMap = {
    schemas: [
      schema('sales', {
        settled: 2,
        offers: [
          { schema: 'shop', paired: 18, namesakes: 7, columns: null },
          { schema: 'attic', paired: 2, namesakes: 0, columns: null },
        ],
      }),
      schema('hr', {
        told: 'hr',
        offers: [{ schema: 'hr', paired: 10, namesakes: 0, columns: null }],
      }),
    ],
    targets: ['shop', 'hr', 'attic'],
    cut: false,
  };
  const MAP = 'GET /api/projects/12/schemamap';

  it('is proposed with what speaks for it, corrected, kept and matched in one press', async () => {
    const rules = { ...DEFAULT_MATCHING_RULES, schemas: [{ from: 'old', to: 'attic' }] };
    const { api, user } = open({
      [MAP]: map,
      'GET /api/projects/12/matchingrules': rules,
      'PUT /api/projects/12/matchingrules': rules,
      [`POST ${LIST}/match`]: {
        by_method: { schema: 7 },
        unmatched: { source: 1, target: 0 },
        milliseconds: 3,
        undo: 'token',
      },
    });
    const card = within(await screen.findByRole('region', { name: 'What the schemas became' }));
    expect(card.getByText(/Schemas with a counterpart: 2 of 2/)).toBeTruthy();
    expect(card.getByText(/Objects without a counterpart: 8/)).toBeTruthy();
    const sales = within(card.getByRole('row', { name: /sales/ }));
    expect(sales.getByText('2 of 10 settled')).toBeTruthy();
    expect(sales.getByText(/with a namesake there: 7/)).toBeTruthy();
    expect(sales.getByRole<HTMLInputElement>('combobox').value).toBe('shop');
    await user.click(card.getByRole('combobox', { name: 'Target schema hr' }));
    await user.click(await screen.findByRole('option', { name: 'attic' }));
    expect(card.getByText('No object there has the same name.')).toBeTruthy();
    await user.click(card.getByRole('button', { name: 'Use and match' }));
    expect(await screen.findByText('Matched. Proposed: 7')).toBeTruthy();
    expect(api.sent('PUT', '/api/projects/12/matchingrules')[0]!.body).toEqual({
      ...rules,
      schemas: [
        { from: 'old', to: 'attic' },
        { from: 'sales', to: 'shop' },
        { from: 'hr', to: 'attic' },
      ],
      was: fingerprint(rules),
    });
    expect(api.unexpected).toEqual([]);
  });

  it('names all target schemas where the objects of one went to several, and offers none', async () => {
    const went = ['ops', 'billing'].map((name) => ({
      schema: name,
      paired: 3,
      namesakes: 0,
      columns: null,
    }));
    open({ [MAP]: { ...map, schemas: [schema('sales', { told: null, offers: went })] } });
    const card = within(await screen.findByRole('region', { name: 'What the schemas became' }));
    expect(card.getByText(/sales became ops and billing\./)).toBeTruthy();
    expect(card.getByText('Its objects went to ops and billing.')).toBeTruthy();
    expect(card.getByRole<HTMLInputElement>('combobox', { hidden: true }).value).toBe('');
    expect(card.getByRole('button', { name: 'Use and match', hidden: true })).toHaveProperty(
      'disabled',
      true,
    );
  });

  it('offers the one of the same name where two are equally likely', async () => {
    const tied = ['old', 'Sales'].map((name) => ({
      schema: name,
      paired: 0,
      namesakes: 5,
      columns: null,
    }));
    const undecided = schema('sales', { settled: 0, told: null, offers: tied });
    open({ [MAP]: { ...map, targets: ['old', 'Sales'], schemas: [undecided] } });
    const card = within(await screen.findByRole('region', { name: 'What the schemas became' }));
    expect(card.getByRole<HTMLInputElement>('combobox').value).toBe('Sales');
    expect(card.queryByText(/equally likely/)).toBeNull();
  });

  it('offers none where two are equally likely, and says so', async () => {
    const tied = ['ops', 'billing'].map((name) => ({
      schema: name,
      paired: 0,
      namesakes: 5,
      columns: null,
    }));
    const undecided = schema('sales', { settled: 0, told: null, offers: tied });
    const { user } = open({ [MAP]: { ...map, targets: ['ops', 'billing'], schemas: [undecided] } });
    const card = within(await screen.findByRole('region', { name: 'What the schemas became' }));
    expect(card.getByText(/Schemas with a counterpart: 0 of 1/)).toBeTruthy();
    expect(
      card.getByText('ops and billing are equally likely. Namesakes in each: 5.'),
    ).toBeTruthy();
    expect(card.getByRole<HTMLInputElement>('combobox').value).toBe('');
    const use = card.getByRole<HTMLButtonElement>('button', { name: 'Use and match' });
    expect(use.disabled).toBe(true);
    await user.click(card.getByRole('combobox'));
    await user.click(await screen.findByRole('option', { name: 'billing' }));
    expect(card.getByText(/with a namesake there: 5/)).toBeTruthy();
    expect(use.disabled).toBe(false);
  });

  it('offers the one of two whose columns are more alike, and says how much', async () => {
    const offers = [
      { schema: 'ops', paired: 0, namesakes: 5, columns: 80 },
      { schema: 'billing', paired: 0, namesakes: 5, columns: 35 },
    ];
    const told = { ...map, targets: ['ops', 'billing'] };
    open({ [MAP]: { ...told, schemas: [schema('sales', { settled: 0, offers })] } });
    const card = within(await screen.findByRole('region', { name: 'What the schemas became' }));
    expect(card.getByRole<HTMLInputElement>('combobox').value).toBe('ops');
    expect(card.getByText(/there: 5\. Columns of those examined alike: 80\s?%\./)).toBeTruthy();
  });

  it('offers the one of two that objects went to before', async () => {
    const offers = [
      { schema: 'ops', paired: 0, namesakes: 5, columns: null },
      { schema: 'billing', paired: 5, namesakes: 0, columns: null },
    ];
    const told = { ...map, targets: ['ops', 'billing'] };
    open({ [MAP]: { ...told, schemas: [schema('sales', { settled: 5, offers })] } });
    const card = within(await screen.findByRole('region', { name: 'What the schemas became' }));
    expect(card.getByRole<HTMLInputElement>('combobox').value).toBe('billing');
  });

  it('keeps the direction of each name in a text from right to left', async () => {
    await act(() => changeLanguage('ar'));
    try {
      const went = ['ops', 'billing'].map((name) => ({
        schema: name,
        paired: 3,
        namesakes: 0,
        columns: null,
      }));
      open({ [MAP]: { ...map, schemas: [schema('sales', { told: null, offers: went })] } });
      expect((await screen.findAllByText(/\u2068ops\u2069.*\u2068billing\u2069/)).length).toBe(2);
    } finally {
      await act(() => changeLanguage('en'));
    }
  });

  it('is one folded line where nothing is to be decided, and only shown to others', async () => {
    storeUser({ ...sampleUser, is_admin: 0 });
    open({
      'GET /api/auth/me': { ...sampleUser, is_admin: 0 },
      [MAP]: { ...map, schemas: [schema('sales', { told: 'shop' })] },
    });
    const card = await screen.findByRole('region', { name: 'What the schemas became' });
    expect(within(card).getByText('sales became shop.')).toBeTruthy();
    expect(card.querySelector('details')!.open).toBe(false);
    expect(card.querySelector('button, input')).toBeNull();
  });
});

describe('the map of names', () => {
  it('offers to check what it has read, and says why it reads nothing', async () => {
    vi.stubGlobal('Worker', undefined);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Map of names…' }));
    const dialog = within(await screen.findByRole('dialog'));
    const check = () => dialog.queryByRole('button', { name: /^Check rows/ });
    expect(check()).toBeNull();
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
    await user.upload(input, new File(['old,new,why\na,b,\n'], 'names.csv', { type: 'text/csv' }));
    await waitFor(() => expect(check()?.textContent).toBe('Check rows: 1'));
    await user.selectOptions(dialog.getByLabelText('Target'), 'why');
    expect(dialog.getByText(/^No row has a name in both columns/)).toBeTruthy();
    expect(check()).toBeNull();
  });
});
