import { notifications } from '@mantine/notifications';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WARNINGS_HEADER } from '../../../contract/inventory.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { selected, storeUser } from '../../lib/selection.ts';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { sampleProject, sampleTypes, sampleUser } from '../../ui/testing/samples.ts';
import { StubAnswer, StubEvents, problemAnswer, stubApi } from '../../ui/testing/stub-api.ts';
import { ConnectionPage } from './connection-page.tsx';

const items = ['invoice', 'customer'].map((name) => ({
  table_name: name,
  schema: 'public',
  object_type_source: 'tables',
  object_type_source_id: 1,
  Project_Id: null,
}));
const summary = {
  schema: 'public',
  types: [
    { object_type: 'tables', total: 2, known: 1, gone: ['old_table'] },
    { object_type: 'views', total: 7, known: 0, gone: [] },
  ],
  warnings: [],
};
const warnings = encodeURIComponent(JSON.stringify(['Grant SELECT on pg_proc.']));

const imports = {
  source: {
    imported_at: '2026-11-20T10:00:00.000Z',
    imported_by: 'ann',
    types: [{ object_type: 'tables', count: 1_100, added_at: '2026-11-19T10:00:00.000Z' }],
  },
  target: { imported_at: null, imported_by: null, types: [] },
};

const plan = {
  kind: 'plan',
  schemas: ['crm', 'erp'],
  others: [],
  object_types: ['tables', 'views'],
};
const part = (schema: string, object_type: string, more: object = {}) => ({
  kind: 'part',
  schema,
  object_type,
  names: [],
  known: [],
  gone: [],
  ...more,
});

const tested = {
  server_version: 'PostgreSQL 15.18',
  elapsed_ms: 12,
  warnings: [],
  rights: { beyond: [], statements: [] },
};

const open = (more: Record<string, unknown> = {}) => {
  const api = stubApi({
    'GET /api/projects/12': sampleProject,
    'GET /api/projects/12/imports': imports,
    'GET /api/nextsteps': [],
    'GET /api/posts/ProjectName': sampleTypes,
    'POST /api/dbconnect/getschema/': { recordsets: [[{ name: 'public', schema_name: 'public' }]] },
    'POST /api/dbconnect/gettargetschema/': [{ name: 'main', schema_name: 'main' }],
    'POST /api/dbconnect/': new StubAnswer(items, 200, { [WARNINGS_HEADER]: warnings }),
    'POST /api/dbconnect/summary': summary,
    'POST /api/dbconnect/importsource': { message: '', imported: 2, added: 1, existing: 1 },
    ...more,
  });
  renderScreen(ConnectionPage, '/dbconnect?project=12');
  return api;
};
const column = async (name: 'Source' | 'Target') =>
  within(await screen.findByRole('region', { name }));

type Column = Awaited<ReturnType<typeof column>>;
const edit = async (of: Column) => {
  await userEvent.click(of.getByRole('button', { name: 'Edit' }));
  return of;
};
const SINGLE = 'Only one type in one schema…';
/** Opened, it fetches the schemas. */
const single = async (of: Column) => {
  await userEvent.click(of.getByRole('button', { name: SINGLE }));
  return of;
};

/** Of two places that say why something failed, the one that goes by itself. */
const notice = (text: string) => screen.findByText(text, { selector: '[role=alert] *' });

beforeEach(() => {
  localStorage.clear();
  storeUser(sampleUser);
});
afterEach(() => {
  notifications.clean();
  cleanup();
  vi.unstubAllGlobals();
});

describe('connection screen', () => {
  it('says of an archived project that it cannot be changed, and the way out', async () => {
    open();
    await column('Source');
    expect(screen.queryByText(/^This project is archived/)).toBeNull();
    cleanup();
    open({ 'GET /api/projects/12': { ...sampleProject, archived: 1 } });
    const said = await screen.findByText(/^This project is archived/);
    expect(within(said).getByRole('link').getAttribute('href')).toBe('/admin/homepage');
    const source = await column('Source');
    for (const button of source.getAllByRole('button'))
      expect(button.closest('fieldset[disabled]')).not.toBeNull();
  });

  it('keeps beside the connection why it could not be read, until the next attempt', async () => {
    const refused = { title: 'Refused', status: 422, detail: 'MariaDB did not accept the user.' };
    const answers = [new StubAnswer(refused, 422), new Promise(() => {})];
    const api = open({
      'POST /api/dbconnect/everything': () => answers.shift(),
    });
    const source = await column('Source');
    await userEvent.click(await source.findByRole('button', { name: 'Read again' }));
    expect(await source.findByText('MariaDB did not accept the user.')).toBeTruthy();
    await userEvent.click(source.getByRole('button', { name: 'Edit' }));
    expect(source.getByText('MariaDB did not accept the user.')).toBeTruthy();
    expect(api.sent('POST', '/api/dbconnect/everything')).toHaveLength(1);
    await userEvent.click(source.getByRole('button', { name: 'Read again' }));
    expect(source.queryByText('MariaDB did not accept the user.')).toBeNull();
  });

  // covers: 2.connection.2
  it('shows what is imported by name, and leads on to the next step', async () => {
    const named = (source_objectid: number, object_name: string, pair_id: number | null) => ({
      source_objectid,
      schema_name: 'public',
      object_name,
      pair_id,
    });
    const types = [
      { object_type: 'tables', count: 2, added_at: '2026-11-19T10:00:00.000Z' },
      { object_type: 'views', count: 1, added_at: '2026-11-19T10:00:00.000Z' },
    ];
    const api = open({
      'GET /api/projects/12/imports': {
        ...imports,
        source: { ...imports.source, types },
      },
      'GET /api/testresults/12': ({ url }: { url: string }) =>
        /type_id(?:\]|%5D)=2/.test(url)
          ? [named(9, 'totals', null)]
          : [named(7, 'invoice', 3), named(8, 'item', null)],
      'GET /api/nextsteps': [{ Project_Id: 12, step: 'different', count: 4 }],
    });
    const source = await column('Source');
    const invoice = await source.findByRole('link', { name: 'invoice' });
    expect(invoice.getAttribute('href')).toBe('/pair?project=12&pair=3');
    expect(source.getByText('item').closest('a')).toBeNull();
    expect(api.sent('GET', '/api/testresults/12')).toHaveLength(1);
    await userEvent.click(source.getByText('views: 1'));
    expect(await source.findByText('totals')).toBeTruthy();
    const next = screen.getByRole('link', { name: 'See what differs: 4' });
    expect(next.getAttribute('href')).toBe('/pairs?project=12&f.verdict=different');
  });

  it('draws the fields of the engine, filled from the project', async () => {
    open();
    const source = await edit(await column('Source'));
    expect(source.getByLabelText<HTMLInputElement>('Source IP').value).toBe('10.0.0.5');
    expect(source.getByPlaceholderText('Stored password')).toBeTruthy();
    const target = await edit(await column('Target'));
    expect(target.getByLabelText<HTMLInputElement>('Target DB Name').value).toBe('billing.db');
    expect(target.queryByLabelText('Target IP')).toBeNull();
    await single(target);
    const types = within(target.getByLabelText('Target Object Type')).getAllByRole('option');
    expect(types.map((one) => one.textContent)).toEqual(['tables', 'views']);
  });

  it('offers triggers and sequences where the project tracks them and the engine has them', async () => {
    const tracking = { also_tracked: 'both', tracked_types: ['triggers', 'sequences'] };
    open({ 'GET /api/projects/12': { ...sampleProject, ...tracking } });
    const options = async (name: 'Source' | 'Target') => {
      const select = (await single(await column(name))).getByLabelText(`${name} Object Type`);
      return within(select)
        .getAllByRole('option')
        .map((one) => one.textContent);
    };
    const all = ['tables', 'views', 'functions', 'procedures', 'triggers', 'sequences'];
    expect(await options('Source')).toEqual(all);
    expect(await options('Target')).toEqual(['tables', 'views', 'triggers']);
  });

  it('offers no type that was switched off, whatever the project has of it', async () => {
    open({ 'GET /api/projects/12': { ...sampleProject, tracked_types: ['triggers'] } });
    const target = await single(await column('Target'));
    const types = within(target.getByLabelText('Target Object Type')).getAllByRole('option');
    expect(types.map((one) => one.textContent)).toEqual(['tables', 'views']);
  });

  it('keeps what is typed as dbData, but no password, and asks for it again', async () => {
    open();
    const source = await edit(await column('Source'));
    const host = source.getByLabelText('Source IP');
    await userEvent.clear(host);
    await userEvent.type(host, '10.9.9.9');
    expect(source.getByText(/type the password again/)).toBeTruthy();
    await userEvent.type(source.getByLabelText('Source Password'), 'hunter2');
    expect(source.queryByText(/type the password again/)).toBeNull();
    expect(selected('dbData')).toMatchObject({ source_db_ip: '10.9.9.9', Project_Id: 12 });
    expect(JSON.stringify(localStorage)).not.toContain('hunter2');
  });

  it('goes to what is missing first, and shows what the server says beside its field', async () => {
    const message = 'must be between 1 and 65535';
    const api = open({
      'POST /api/dbconnect/test': problemAnswer(422, 'Not like this.', {
        errors: [
          { field: 'source_db_port', message },
          { field: 'source_tls_ca', message: 'is no certificate' },
        ],
      }),
    });
    const source = await edit(await column('Source'));
    const host = source.getByLabelText<HTMLInputElement>('Source IP');
    const test = source.getByRole('button', { name: 'Test Connection' });
    await userEvent.clear(host);
    await userEvent.type(source.getByLabelText('Source Password'), 'hunter2');
    await userEvent.click(test);
    expect(await source.findByText('Source IP is required')).toBeTruthy();
    expect(document.activeElement).toBe(host);
    expect(api.sent('POST', '/api/dbconnect/test')).toEqual([]);
    await userEvent.type(host, '10.9.9.9');
    expect(source.queryByText('Source IP is required')).toBeNull();
    await userEvent.click(test);
    expect(await source.findByText(`Source Port ${message}`)).toBeTruthy();
    expect(document.activeElement).toBe(source.getByLabelText('Source Port'));
  });

  // covers: 1.people.8, 2.connection.3, 4.connection.1, 4.connection.2, 8.success.1
  it('offers a report only after its own schemas were fetched, then the import', async () => {
    let answer: (rows: unknown) => void = () => {};
    const api = open({
      'POST /api/dbconnect/getschema/': () => new Promise((done) => (answer = done)),
      'POST /api/dbconnect/gettargetschema/': problemAnswer(502, 'The file is missing.'),
    });
    const source = await single(await column('Source'));
    const report = source.getByRole<HTMLButtonElement>('button', {
      name: 'Generate Source Report (loading schemas…)',
    });
    expect(report.disabled).toBe(true);
    answer({ recordsets: [[{ name: 'public', schema_name: 'public' }]] });
    await source.findByRole('button', { name: 'Generate Source Report' });
    expect(report.disabled).toBe(false);
    const target = await single(await column('Target'));
    await notice('The file is missing.');
    // It says that it loads only while it does.
    const other = target.getByRole<HTMLButtonElement>('button', { name: 'Generate Target Report' });
    expect(other.disabled).toBe(true);
    expect(source.queryByRole('button', { name: 'Import Source' })).toBeNull();

    await userEvent.click(report);
    expect(await screen.findByText(TEXTS.reportDone)).toBeTruthy();
    expect(api.sent('POST', '/api/dbconnect/')[0]!.body).toMatchObject({
      reportType: 'source',
      object_type_source: 'tables',
      schema: 'public',
      Project_Id: 12,
    });
    expect(source.getByText('Grant SELECT on pg_proc.')).toBeTruthy();
    expect(source.getByRole('cell', { name: 'invoice' })).toBeTruthy();

    await userEvent.click(source.getByRole('checkbox', { name: 'Select customer' }));
    await userEvent.click(source.getByRole('button', { name: 'Import Source' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/1 of 2/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Import' }));
    expect(await screen.findByText(TEXTS.sourceImported)).toBeTruthy();
    expect(api.sent('POST', '/api/dbconnect/importsource')[0]!.body).toEqual([
      { ...items[1], Project_Id: 12 },
    ]);
    expect(api.unexpected).toEqual([]);
  });

  it('says by type what is new, imported or gone, and filters the report by it', async () => {
    open({
      'POST /api/dbconnect/': [
        { ...items[0], known: 1 },
        { ...items[1], known: 0 },
      ],
    });
    const source = await column('Source');
    await single(source);
    await userEvent.click(await source.findByRole('button', { name: 'Generate Source Report' }));
    const summed = await source.findByRole('table', { name: 'Summary: public' });
    // It arrives later than the report, and must not move what may be pressed there meanwhile.
    const press = source.getByRole('button', { name: 'Import Source' });
    expect(press.compareDocumentPosition(summed)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    const table = within(summed);
    expect(table.getByRole('row', { name: 'tables 2 1 1 1' })).toBeTruthy();
    expect(table.getByRole('row', { name: 'views 7 7 0 0' })).toBeTruthy();
    expect(source.getByText(/Gone since the last import: old_table/)).toBeTruthy();
    await userEvent.selectOptions(source.getByLabelText('Show'), 'New (1)');
    expect(source.getByRole('cell', { name: 'customer' })).toBeTruthy();
    expect(source.queryByRole('cell', { name: 'invoice' })).toBeNull();
    await userEvent.selectOptions(source.getByLabelText('Show'), 'gone');
    expect(source.getByRole('cell', { name: 'old_table' })).toBeTruthy();
  });

  it('says that nothing is new where all was imported and nothing is gone', async () => {
    const types = [{ object_type: 'tables', total: 2, known: 2, gone: [] }];
    open({
      'POST /api/dbconnect/': items.map((item) => ({ ...item, known: 1 })),
      'POST /api/dbconnect/summary': { ...summary, types },
    });
    const source = await column('Source');
    await single(source);
    await userEvent.click(await source.findByRole('button', { name: 'Generate Source Report' }));
    expect(
      await source.findByText('All 2 are imported already; nothing is new or gone.'),
    ).toBeTruthy();
    await userEvent.click(source.getAllByRole('checkbox')[1]!);
    expect(source.queryByText(/nothing is new/)).toBeNull();
  });

  it('imports only what is new, in slices that can be stopped', async () => {
    const many = Array.from({ length: 12_000 }, (_, index) => ({
      ...items[0],
      table_name: `table_${index}`,
      known: index < 1_000 ? 1 : 0,
    }));
    let answer: (value: unknown) => void = () => {};
    const api = open({
      'POST /api/dbconnect/': many,
      'POST /api/dbconnect/importsource': () => new Promise((done) => (answer = done)),
    });
    const source = await column('Source');
    await single(source);
    await userEvent.click(await source.findByRole('button', { name: 'Generate Source Report' }));
    await userEvent.click(await source.findByRole('button', { name: 'Import Source' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByLabelText('Only what is new (11,000)'));
    await userEvent.click(dialog.getByRole('button', { name: 'Import' }));
    expect(await source.findByText('0 of 11,000 sent')).toBeTruthy();
    await userEvent.click(source.getByRole('button', { name: 'Cancel' }));
    expect(source.getByText('Stopping after this part…')).toBeTruthy();
    answer({ message: '', imported: 5_000, added: 5_000, existing: 0 });
    expect(await source.findByText(/Cancelled: 5,000 of 11,000 were imported/)).toBeTruthy();
    const sent = api.sent('POST', '/api/dbconnect/importsource');
    expect(sent).toHaveLength(1);
    expect((sent[0]!.body as unknown[])[0]).toMatchObject({ table_name: 'table_1000' });
  });

  it('reads everything at once: schemas as they come, one report, one import', async () => {
    const api = open({
      'POST /api/dbconnect/everything': new StubEvents(
        plan,
        part('crm', 'tables', { names: ['lead', 'note'], known: ['note'] }),
        part('crm', 'views', { names: ['lead'] }),
        part('erp', 'tables', { names: ['order'], gone: ['invoice'] }),
        part('erp', 'views'),
        { kind: 'end', warnings: ['Grant SELECT on pg_proc.'] },
      ),
    });
    const source = await column('Source');
    expect(await source.findByText(/imported .* by ann/)).toBeTruthy();
    expect(source.getByText('tables: 1,100')).toBeTruthy();
    await userEvent.click(await source.findByRole('button', { name: 'Read again' }));
    expect(await screen.findByText(TEXTS.reportDone)).toBeTruthy();
    const schemas = within(source.getByRole('table', { name: 'Source schemas' }));
    expect(schemas.getByRole('row', { name: 'crm 2 1 2 0' })).toBeTruthy();
    expect(schemas.getByRole('row', { name: 'erp 1 0 1 1' })).toBeTruthy();
    const summed = () => within(source.getByRole('table', { name: 'Summary: all schemas' }));
    expect(summed().getByRole('row', { name: 'tables 3 2 1 1' })).toBeTruthy();
    expect(source.getByText(/Gone since the last import: erp.invoice/)).toBeTruthy();
    expect(source.getByText('Grant SELECT on pg_proc.')).toBeTruthy();
    // The schemas are known now: a report on one of them can be made at once.
    await single(source);
    expect(api.sent('POST', '/api/dbconnect/getschema/')).toEqual([]);
    expect(source.getByRole('button', { name: 'Generate Source Report' })).toBeTruthy();

    await userEvent.click(source.getByRole('button', { name: 'Import Source' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Import' }));
    expect(await screen.findByText(TEXTS.sourceImported)).toBeTruthy();
    const sent = api.sent('POST', '/api/dbconnect/importsource')[0]!.body as object[];
    expect(sent).toHaveLength(4);
    expect(sent[2]).toMatchObject({ schema: 'crm', table_name: 'lead', object_type_source_id: 2 });
    expect(summed().getByRole('row', { name: 'tables 3 0 3 1' })).toBeTruthy();
    const next = source.getByRole('link', { name: 'Assign Source Objects' });
    expect(next.getAttribute('href')).toBe('/assignobjects?project=12&side=source');
    expect(api.unexpected).toEqual([]);
  });

  it('names the place of each database, and reads both in one press', async () => {
    const api = open({
      'POST /api/dbconnect/everything': () => new StubEvents(plan, { kind: 'end', warnings: [] }),
    });
    expect((await column('Source')).getByText('10.0.0.5:5432/billing')).toBeTruthy();
    expect((await column('Target')).getByText('billing.db')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Read both sides' }));
    await waitFor(() => {
      const sides = api
        .sent('POST', '/api/dbconnect/everything')
        .map(({ body }) => (body as { reportType: string }).reportType);
      expect(sides).toEqual(['source', 'target']);
    });
  });

  const found = [
    plan,
    part('crm', 'tables', { names: ['lead', 'note'] }),
    { kind: 'end', warnings: [] },
  ];
  const nothing = { imported_at: null, imported_by: null, types: [] };

  it('imports both sides in one press where nothing of them is imported', async () => {
    const api = open({
      'GET /api/projects/12/imports': { source: nothing, target: nothing },
      'POST /api/dbconnect/everything': () => new StubEvents(...found),
      'POST /api/dbconnect/importtarget': { message: '', imported: 2, added: 2, existing: 0 },
    });
    await column('Source');
    const both = () => screen.queryByRole('button', { name: 'Import both sides' });
    expect(both()).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Read both sides' }));
    await waitFor(() => expect(both()).toBeTruthy());
    expect(
      screen.getByText(
        '2 source objects of crm and 2 target objects of crm; nothing is imported yet.',
      ),
    ).toBeTruthy();
    await userEvent.click(both()!);
    await waitFor(() => {
      for (const side of ['source', 'target'])
        expect(api.sent('POST', `/api/dbconnect/import${side}`)[0]?.body).toMatchObject([
          { schema: 'crm', table_name: 'lead', object_type_source_id: 1 },
          { schema: 'crm', table_name: 'note', object_type_source_id: 1 },
        ]);
    });
  });

  it.each([
    ['the schema that is called like the database', ['crm', 'billing'], ['billing']],
    ['all schemas where they are few', ['crm', 'a', 'b', 'c'], ['crm', 'a', 'b', 'c']],
    ['none of many', ['crm', 'a', 'b', 'c', 'd'], []],
  ])('takes %s', async (_, schemas, taken) => {
    const several = [
      { ...plan, planned: schemas.length },
      ...schemas.map((schema) => part(schema, 'tables', { names: ['bill'] })),
      { kind: 'end', warnings: [] },
    ];
    const api = open({
      'GET /api/projects/12/imports': { source: nothing, target: nothing },
      'POST /api/dbconnect/everything': (call: { body: { reportType: string } }) =>
        new StubEvents(...(call.body.reportType === 'source' ? several : found)),
    });
    await column('Source');
    await userEvent.click(screen.getByRole('button', { name: 'Read both sides' }));
    for (const side of ['Source', 'Target'])
      expect(await screen.findByRole('button', { name: `Import ${side}` })).toBeTruthy();
    const both = screen.queryByRole('button', { name: 'Import both sides' });
    expect(both !== null).toBe(taken.length > 0);
    if (!both) return;
    expect(screen.getByText(new RegExp(`source objects of ${taken.join(', ')} and`))).toBeTruthy();
    await userEvent.click(both);
    await waitFor(() =>
      expect(api.sent('POST', '/api/dbconnect/importsource')[0]?.body).toMatchObject(
        taken.map((schema) => ({ schema, table_name: 'bill' })),
      ),
    );
  });

  it('shows again what was read before this visit and is not imported yet', async () => {
    const read_at = new Date(Date.now() - 2 * 60_000).toISOString();
    const api = open({
      'GET /api/projects/12/imports': {
        source: { ...nothing, read_at, is_kept: true },
        target: { ...nothing, read_at, is_kept: false },
      },
      'GET /api/projects/12/inventory/source': new StubEvents(...found),
    });
    const source = await column('Source');
    expect(await source.findByRole('button', { name: 'Import Source' })).toBeTruthy();
    expect(source.getAllByText('read 2 minutes ago').length).toBe(2);
    expect(api.sent('GET', '/api/projects/12/inventory/target')).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Import Target' })).toBeNull();

    const form = await edit(source);
    await userEvent.type(form.getByLabelText('Source IP'), '9');
    // Another place has nothing of what was read.
    expect(source.queryByRole('button', { name: 'Import Source' })).toBeNull();
  });

  it('names the databases of the server that were not read, and reads them when asked to', async () => {
    const others = ['archive', 'b', 'c', 'd', 'e', 'f'];
    const api = open({
      'POST /api/dbconnect/everything': (call: { body: { all_databases?: 1 } }) =>
        new StubEvents(
          { ...plan, others: call.body.all_databases ? [] : others },
          ...found.slice(1),
        ),
    });
    const source = await column('Source');
    await userEvent.click(source.getByRole('button', { name: /^Read/ }));
    expect(
      await source.findByText(
        '6 other databases of this server are not read: archive, b, c, d, e, ….',
      ),
    ).toBeTruthy();
    await userEvent.click(source.getByRole('button', { name: 'Read them, too' }));
    await waitFor(() => expect(source.queryByText(/not read/)).toBeNull());
    expect(
      api
        .sent('POST', '/api/dbconnect/everything')
        .map(({ body }) => 'all_databases' in (body as object)),
    ).toEqual([false, true]);
  });

  it('leaves the import to each side where one of them has objects already', async () => {
    open({ 'POST /api/dbconnect/everything': () => new StubEvents(...found) });
    await column('Source');
    await userEvent.click(screen.getByRole('button', { name: 'Read both sides' }));
    for (const side of ['Source', 'Target'])
      expect(await screen.findByRole('button', { name: `Import ${side}` })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Import both sides' })).toBeNull();
  });

  it('shows the fields where something is missing, and goes there', async () => {
    open({ 'GET /api/projects/12': { ...sampleProject, source_db_name: '' } });
    const source = await column('Source');
    await userEvent.click(source.getByRole('button', { name: 'Edit' }));
    expect(source.queryByLabelText('Source DB Name')).toBeNull();
    await userEvent.click(source.getByRole('button', { name: /^Read/ }));
    expect(await source.findByText('Source DB Name is required')).toBeTruthy();
    expect(document.activeElement).toBe(source.getByLabelText('Source DB Name'));
  });

  it.each([
    ['fails', { kind: 'failed', problem: { detail: 'The server has gone away.', status: 502 } }],
    ['is cut off', null],
  ])('shows no half report where reading everything %s', async (_how, last) => {
    const begun = [plan, part('crm', 'tables', { names: ['lead'] })];
    open({ 'POST /api/dbconnect/everything': new StubEvents(...begun, ...(last ? [last] : [])) });
    const source = await column('Source');
    await userEvent.click(await source.findByRole('button', { name: 'Read again' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(last ? 'The server has gone away.' : /was lost while/);
    expect(source.queryByRole('table', { name: 'Source schemas' })).toBeNull();
    expect(source.queryByRole('button', { name: 'Import Source' })).toBeNull();
  });

  // covers: 4.notify.2, 8.connection.1
  it("shows the server's sentence in a red Error notification", async () => {
    open({ 'POST /api/dbconnect/gettargetschema/': problemAnswer(502, 'The file is missing.') });
    const target = await column('Target');
    await single(target);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(TEXTS.errorTitle);
    expect(alert.textContent).toContain('The file is missing.');
  });

  // covers: 8.connection.1
  it('notifies when it cannot be filled, and offers Retry', async () => {
    open({ 'GET /api/posts/ProjectName': problemAnswer(500, 'No types today.') });
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy();
    const alerts = screen.getAllByRole('alert').map((one) => one.textContent);
    expect(alerts).toContain(`${TEXTS.errorTitle}No types today.`);
  });

  it('shows statements below what they are for, to be copied', async () => {
    const told = (code: string, english: string, params: Record<string, unknown>) => ({
      english,
      said: { code, params },
    });
    const all = [
      told('account.unreadableRows', 'No rows. To compare: GRANT USAGE ON s; GRANT SELECT ON s.', {
        statement: 'GRANT USAGE ON s; GRANT SELECT ON s',
      }),
      told('account.hiddenInOracle', 'Not all. To see all: GRANT A TO u, or GRANT B TO u.', {
        grant: 'A TO u',
        other: 'B TO u',
      }),
      told('account.packageNotCompiled', 'It does not compile.', { name: 'p' }),
    ];
    open({
      'POST /api/dbconnect/test': {
        ...tested,
        warnings: all.map(({ english }) => english),
        warnings_said: all.map(({ said }) => said),
      },
    });
    const source = await edit(await column('Source'));
    await userEvent.click(source.getByRole('button', { name: 'Test Connection' }));
    const alert = await source.findByRole('alert', { name: 'What this account cannot see' });
    const items = within(alert).getAllByRole('listitem');
    const code = (item: HTMLElement) =>
      [...item.querySelectorAll('pre')].map((one) => one.textContent);
    expect(items.map(code)).toEqual([
      ['GRANT USAGE ON s;\nGRANT SELECT ON s;'],
      ['GRANT A TO u;', 'GRANT B TO u;'],
      [],
    ]);
    expect(items[0]!.firstChild?.textContent).toMatch(/^No rows. To compare:/);
    expect(items[2]!.textContent).toBe('It does not compile.');
    await userEvent.click(within(items[0]!).getByRole('button', { name: 'Copy the statements' }));
    expect(await navigator.clipboard.readText()).toBe('GRANT USAGE ON s;\nGRANT SELECT ON s;');
  });

  it('says what the account could do besides reading, until a test finds a better one', async () => {
    const statements = ['CREATE ROLE migration_reader;', 'GRANT SELECT ON notes;'];
    const withRights = (beyond: string[]) => ({
      ...sampleProject,
      source_rights: { beyond, statements },
    });
    let now = withRights(['files', 'write']);
    open({
      'GET /api/projects/12': () => now,
      'POST /api/dbconnect/test': () => {
        now = withRights([]);
        return { ...tested, rights: now.source_rights };
      },
    });
    const title = 'This account can do more than read';
    const source = await edit(await column('Source'));
    const notice = within(source.getByRole('alert', { name: title }));
    expect(notice.getByText('Read or write files on the machine of the database.')).toBeTruthy();
    expect(notice.getByText('Change rows.')).toBeTruthy();
    await userEvent.click(notice.getByText('Statements that create a read-only account'));
    await userEvent.click(notice.getByRole('button', { name: 'Copy the statements' }));
    expect(await navigator.clipboard.readText()).toBe(statements.join('\n'));
    expect((await column('Target')).queryByText(title)).toBeNull();

    await userEvent.click(source.getByRole('button', { name: 'Test Connection' }));
    expect(await source.findByText('Connected: PostgreSQL 15.18')).toBeTruthy();
    await waitFor(() => expect(source.queryByText(title)).toBeNull());
  });

  it('does not warn of the right without which MySQL shows no triggers', async () => {
    const source_rights = { beyond: ['triggers'], statements: [] };
    open({ 'GET /api/projects/12': { ...sampleProject, source_rights } });
    const source = await edit(await column('Source'));
    const notice = source.getByRole('alert', { name: 'This account can also create triggers' });
    expect(notice.textContent).toContain('without it, triggers are not compared');
    expect(source.queryByText('This account can do more than read')).toBeNull();
    expect(screen.queryByText(/The account of the source database can do more/)).toBeNull();
  });

  it('warns of the right to triggers beside another one', async () => {
    const source_rights = { beyond: ['write', 'triggers'], statements: [] };
    open({ 'GET /api/projects/12': { ...sampleProject, source_rights } });
    const source = await edit(await column('Source'));
    expect(source.getByText('This account can do more than read')).toBeTruthy();
    expect(source.queryByText('This account can also create triggers')).toBeNull();
  });

  it('says nothing of the stored account while another place is entered', async () => {
    const source_rights = { beyond: ['everything'], statements: [] };
    open({ 'GET /api/projects/12': { ...sampleProject, source_rights } });
    const source = await edit(await column('Source'));
    const title = 'This account can do more than read';
    expect(source.getByText(title)).toBeTruthy();
    await userEvent.type(source.getByLabelText('Source IP'), '0');
    expect(source.queryByText(title)).toBeNull();
  });

  describe('a connection that works and that the project does not know', () => {
    const SAVE = 'Save this connection to the project';
    const typePassword = async (source: Awaited<ReturnType<typeof column>>, text: string) =>
      userEvent.type(source.getByLabelText('Source Password'), text);

    it('can be saved once it was tested, as long as it stays as it was tested', async () => {
      const api = open({
        'POST /api/dbconnect/test': tested,
        'POST /api/dbconnect/save': { ...sampleProject, version: 5 },
      });
      const source = await edit(await column('Source'));
      const offer = () => source.queryByRole('button', { name: SAVE });
      await userEvent.click(source.getByRole('button', { name: 'Test Connection' }));
      await source.findByText(/^Connected/);
      expect(offer()).toBeNull();

      await typePassword(source, 'hunter2');
      expect(offer()).toBeNull();
      await userEvent.click(source.getByRole('button', { name: 'Test Connection' }));
      await source.findByRole('button', { name: SAVE });
      expect(source.getByText(/keep using the stored one: Source Password/)).toBeTruthy();
      await typePassword(source, '3');
      expect(offer()).toBeNull();
      await userEvent.click(source.getByRole('button', { name: 'Test Connection' }));
      await userEvent.click(await source.findByRole('button', { name: SAVE }));

      expect(await screen.findByText('The connection is saved to the project')).toBeTruthy();
      expect(api.sent('POST', '/api/dbconnect/save').map(({ body }) => body)).toEqual([
        expect.objectContaining({
          Project_Id: 12,
          reportType: 'source',
          version: sampleProject.version,
          source_db_ip: '10.0.0.5',
          source_db_password: 'hunter23',
        }),
      ]);
      expect(offer()).toBeNull();
      await edit(source);
      expect(source.getByLabelText<HTMLInputElement>('Source Password').value).toBe('');
    });

    it('is tested and saved in one step, and one that fails is not saved', async () => {
      let answer: unknown = problemAnswer(502, 'It is gone.');
      const api = open({
        'POST /api/dbconnect/test': () => answer,
        'POST /api/dbconnect/save': { ...sampleProject, version: 5 },
      });
      const source = await edit(await column('Source'));
      const both = () => source.queryByRole('button', { name: 'Test and save' });
      expect(both()).toBeNull();
      await typePassword(source, 'hunter2');
      await userEvent.click(both()!);
      expect(await notice('It is gone.')).toBeTruthy();
      expect(api.sent('POST', '/api/dbconnect/save')).toEqual([]);
      answer = tested;
      await userEvent.click(both()!);
      expect(await screen.findByText('The connection is saved to the project')).toBeTruthy();
      expect(api.sent('POST', '/api/dbconnect/save')).toHaveLength(1);
      expect(both()).toBeNull();
      expect(source.getByText('connected')).toBeTruthy();
    });

    it('says after a reload when it last worked, and nothing of another place', async () => {
      const read_at = new Date(Date.now() - 2 * 60_000).toISOString();
      open({
        'GET /api/projects/12/imports': {
          source: { ...nothing, read_at },
          target: nothing,
        },
      });
      const source = await edit(await column('Source'));
      expect(await source.findByText('worked 2 minutes ago')).toBeTruthy();
      expect(source.queryByText('connected')).toBeNull();
      expect((await column('Target')).queryByText(/^worked/)).toBeNull();
      await userEvent.type(source.getByLabelText('Source DB Name'), '2');
      expect(source.queryByText(/^worked/)).toBeNull();
    });

    it('is offered after reading, too, and no other engine is', async () => {
      open({ 'POST /api/dbconnect/getschema/': [{ name: 'main', schema_name: 'main' }] });
      const source = await edit(await column('Source'));
      await userEvent.selectOptions(source.getByLabelText('Source Database'), 'SQLite');
      await single(source);
      expect(await source.findByText(/of another engine than the project/)).toBeTruthy();
      expect(source.queryByRole('button', { name: SAVE })).toBeNull();
    });

    it('says that somebody has changed the project, and saves over what is there now', async () => {
      let now = sampleProject;
      const detail = 'Somebody else has changed this project since you opened it.';
      const api = open({
        'GET /api/projects/12': () => now,
        'POST /api/dbconnect/getschema/': [{ name: 'public', schema_name: 'public' }],
        'POST /api/dbconnect/save': () => {
          if (now !== sampleProject) return now;
          now = { ...sampleProject, version: 9, source_port: 5433 };
          return problemAnswer(409, detail, { current: now });
        },
      });
      const source = await edit(await column('Source'));
      await typePassword(source, 'hunter2');
      await single(source);
      await userEvent.click(await source.findByRole('button', { name: SAVE }));
      expect(await notice(detail)).toBeTruthy();
      expect(await source.findByText(/stored one: Source Port, Source Password/)).toBeTruthy();
      await userEvent.click(source.getByRole('button', { name: SAVE }));
      await screen.findByText('The connection is saved to the project');
      const versions = api
        .sent('POST', '/api/dbconnect/save')
        .map(({ body }) => (body as { version: number }).version);
      expect(versions).toEqual([sampleProject.version, 9]);
    });

    const importWith = async (save: unknown, untick: boolean) => {
      const api = open({
        'POST /api/dbconnect/save': save,
        'POST /api/dbconnect/getschema/': [{ name: 'public', schema_name: 'public' }],
      });
      const source = await edit(await column('Source'));
      await typePassword(source, 'hunter2');
      await single(source);
      await userEvent.click(await source.findByRole('button', { name: 'Generate Source Report' }));
      await userEvent.click(await source.findByRole('button', { name: 'Import Source' }));
      const dialog = within(await screen.findByRole('dialog'));
      const tick = dialog.getByRole('checkbox', { name: `${SAVE}, too` });
      if (untick) await userEvent.click(tick);
      await userEvent.click(dialog.getByRole('button', { name: 'Import' }));
      return api;
    };

    it('is saved before an import', async () => {
      const api = await importWith(sampleProject, false);
      expect(await screen.findByText(TEXTS.sourceImported)).toBeTruthy();
      const paths = api.calls.map(({ url }) => url);
      expect(paths.indexOf('/api/dbconnect/save')).toBeGreaterThan(0);
      expect(paths.indexOf('/api/dbconnect/importsource')).toBeGreaterThan(
        paths.indexOf('/api/dbconnect/save'),
      );
    });

    it('is not saved by an import that is not asked to', async () => {
      const api = await importWith(sampleProject, true);
      expect(await screen.findByText(TEXTS.sourceImported)).toBeTruthy();
      expect(api.sent('POST', '/api/dbconnect/save')).toEqual([]);
    });

    it('stops the import where it cannot be saved', async () => {
      const api = await importWith(problemAnswer(502, 'It is gone.'), false);
      expect(await notice('It is gone.')).toBeTruthy();
      expect(api.sent('POST', '/api/dbconnect/importsource')).toEqual([]);
    });
  });

  it('aborts a call that is cancelled', async () => {
    let answer: (value: unknown) => void = () => {};
    open({ 'POST /api/dbconnect/test': () => new Promise((done) => (answer = done)) });
    const source = await edit(await column('Source'));
    await userEvent.click(source.getByRole('button', { name: 'Test Connection' }));
    await userEvent.click(await source.findByRole('button', { name: 'Cancel' }));
    answer({ server_version: 'late', elapsed_ms: 1, warnings: [] });
    await waitFor(() => expect(source.queryByText('Connecting…')).toBeNull());
    expect(source.queryByText(/late/)).toBeNull();
  });

  it('says where to go when no project is selected', async () => {
    stubApi({});
    renderScreen(ConnectionPage, '/dbconnect');
    const link = await screen.findByRole('link', { name: 'HomePage' });
    expect(link.getAttribute('href')).toBe('/admin/homepage');
  });
});
