import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import * as files from '../../lib/export/download.ts';
import { changeLanguage } from '../../lib/i18n/index.ts';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { sampleObject, sampleProject, sampleUser } from '../../ui/testing/samples.ts';
import { problemAnswer, stubApi } from '../../ui/testing/stub-api.ts';
import { SpreadsheetPage } from './spreadsheet-page.tsx';

const IMPORT = '/api/projects/12/spreadsheet';
const outcome = { rows: 2, added: 1, changed: 1, unchanged: 0 };

function open(answers: Record<string, unknown> = {}) {
  vi.stubGlobal('Worker', undefined);
  const api = stubApi({
    'GET /api/auth/me': sampleUser,
    'GET /api/projects/12': sampleProject,
    [`POST ${IMPORT}`]: outcome,
    ...answers,
  });
  renderScreen(() => <SpreadsheetPage />, '/admin/spreadsheet?project=12');
  return { api, user: userEvent.setup() };
}

const LIST = 'Schema;Table;Status;Dev\nshop;orders;done;dora\nshop;lines;;\n';
async function chooseList(user: ReturnType<typeof userEvent.setup>, text = LIST) {
  await screen.findByText('1. Choose the file');
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await user.upload(input, new File([text], 'list.csv', { type: 'text/csv' }));
  await screen.findByText('2. Say which column is what');
}
async function fixTheRest(user: ReturnType<typeof userEvent.setup>) {
  await user.selectOptions(screen.getByLabelText('side (needed)'), 'All rows: source');
  await user.selectOptions(screen.getByLabelText('object type (needed)'), 'All rows: tables');
}

describe('from the spreadsheet', () => {
  it('guesses columns, shows the first rows, asks for what is missing', async () => {
    const { user } = open();
    await chooseList(user);
    expect(screen.getByText('2 rows in list.csv')).toBeTruthy();
    const column = screen.getByLabelText<HTMLSelectElement>('object name (needed)');
    expect(column.selectedOptions[0]!.textContent).toBe('Table');
    expect(screen.getByText('Still to be chosen: side, object type.')).toBeTruthy();
    const check = screen.getByRole<HTMLButtonElement>('button', { name: 'Check the list' });
    expect(check.disabled).toBe(true);
    await fixTheRest(user);
    expect(check.disabled).toBe(false);
    const preview = screen.getByRole('table', { name: /first rows/ });
    expect(
      within(preview).getByRole('row', { name: '2 source tables shop orders migrated dora' }),
    ).toBeTruthy();
  });

  it('says what would happen, then brings it in', async () => {
    const { api, user } = open();
    await chooseList(user);
    await fixTheRest(user);
    await user.click(screen.getByRole('button', { name: 'Check the list' }));
    expect(await screen.findByText('2 rows: 1 new, 1 changed, 0 unchanged.')).toBeTruthy();
    expect(api.sent('POST', IMPORT).map(({ body }) => body)).toEqual([
      {
        dry_run: 1,
        rows: [
          {
            side: 'source',
            object_type: 'tables',
            schema_name: 'shop',
            object_name: 'orders',
            status: 'migrated',
            developer: 'dora',
          },
          { side: 'source', object_type: 'tables', schema_name: 'shop', object_name: 'lines' },
        ],
      },
    ]);
    await user.click(screen.getByRole('button', { name: 'Import 2 rows' }));
    expect(await screen.findByText('The list is in')).toBeTruthy();
    expect(api.sent('POST', IMPORT)[1]!.body).toMatchObject({ dry_run: 0 });
  });

  it('names errors by row and column, its own and those of the server', async () => {
    const errors = [{ field: 'rows.1.developer', message: 'names dora, who is no developer' }];
    const { api, user } = open({ [`POST ${IMPORT}`]: problemAnswer(422, 'No.', { errors }) });
    await chooseList(user, LIST.replace('done', 'half'));
    await fixTheRest(user);
    await user.click(screen.getByRole('button', { name: 'Check the list' }));
    const own = await screen.findByText("must be 'pending', 'migrated' or 'verified'");
    await act(() => changeLanguage('de'));
    expect(own.textContent).toBe('muss „pending“, „migrated“ oder „verified“ sein');
    await act(() => changeLanguage('en'));
    expect(api.sent('POST', IMPORT)).toEqual([]);
    await user.selectOptions(screen.getByLabelText('status'), '(not in the file)');
    await user.click(screen.getByRole('button', { name: 'Check the list' }));
    const problem = await screen.findByText(/names dora, who/);
    expect(problem.closest('tr')!.textContent).toContain('3developer');
  });

  it('refuses what is no list', async () => {
    const { user } = open();
    await screen.findByText('1. Choose the file');
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
    await user.upload(input, new File(['name\n'], 'list.csv', { type: 'text/csv' }));
    expect(await screen.findByText(/no rows below the first one/)).toBeTruthy();
  });

  it('takes both sides out in the same columns, formulas guarded', async () => {
    const download = vi.spyOn(files, 'download').mockReturnValue();
    const { user } = open({
      'GET /api/testresults/12': [sampleObject({ comments: '=1+1', due_date: '2026-03-01' })],
      'GET /api/testresults/target/12': [sampleObject({ developer_name: null })],
    });
    await user.click(await screen.findByRole('button', { name: 'Export as CSV' }));
    await vi.waitFor(() => expect(download).toHaveBeenCalled());
    const [file] = download.mock.calls[0]!;
    const lines = (await file.text()).replace('\uFEFF', '').trim().split('\r\n');
    expect(lines).toEqual([
      'side,object type,schema name,object name,status,developer,tester,test call,test result,comments,due date',
      "source,tables,public,invoice,pending,dev,tess,,,'=1+1,2026-03-01",
      'target,tables,public,invoice,pending,,tess,,,,',
    ]);
  });
});
