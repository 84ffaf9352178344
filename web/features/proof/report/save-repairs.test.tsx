import { notifications } from '@mantine/notifications';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { Repairs } from '../../../../contract/proof/definitions.ts';
import * as files from '../../../lib/export/download.ts';
import { renderScreen } from '../../../ui/testing/render-screen.tsx';
import { stubApi } from '../../../ui/testing/stub-api.ts';
import { SaveRepairs } from './save-repairs.tsx';

type Listed = Repairs['repairs'][number];
const listed = (code: string, statements: string[], over: Partial<Listed> = {}): Listed => ({
  pair_id: 1,
  name: 'shop.t',
  code,
  statements,
  unmended: null,
  unmended_said: null,
  ...over,
});

/** Presses the button. @returns the text of the file, null where there is none, and what is said */
async function save(answer: Partial<Repairs>) {
  stubApi({
    'GET /api/projects/12/repairs': { repairs: [], removals: [], left: 0, cut: false, ...answer },
  });
  const saved: Blob[] = [];
  vi.spyOn(files, 'download').mockImplementation((file) => void saved.push(file));
  renderScreen(() => <SaveRepairs projectId={12} />, '/proof?project=12');
  await userEvent.click(await screen.findByRole('button', { name: 'Save statements' }));
  const said = await screen.findByText(/^(?:\d+|One) statements? w|^No finding/);
  notifications.clean();
  return { text: saved[0] ? await saved[0].text() : null, said: said.textContent };
}

it('writes each statement once below its object, and drops as comments behind all others', async () => {
  const { text, said } = await save({
    repairs: [
      listed('column.nullable', ['ALTER TABLE t ALTER a SET NOT NULL', 'ANALYZE t']),
      listed('type.narrower', ['ANALYZE t'], { name: 'shop.again' }),
      listed('index.missing', ['CREATE INDEX i ON t (a)'], {
        name: 'shop.line\nDROP TABLE t;',
        unmended: 'Its order\nis lost.',
      }),
    ],
    removals: [listed('table.extra', ['DROP TABLE "a\nb"'], { name: 'shop.a\nb' })],
  });
  expect(text!.split('\n')).toEqual([
    '-- Read them before you run them on the target. They were written from the definitions as last read.',
    '',
    '-- shop.t: column.nullable',
    'ALTER TABLE t ALTER a SET NOT NULL;',
    'ANALYZE t;',
    '-- shop.line DROP TABLE t;: index.missing',
    '-- Its order is lost.',
    'CREATE INDEX i ON t (a);',
    '',
    '-- What only the target has. Each statement is a comment: remove the dashes where nothing needs the object.',
    '',
    '-- shop.a b: table.extra',
    '-- DROP TABLE "a',
    '-- b";',
    '',
  ]);
  expect(said).toContain(
    '3 statements were saved. One more, which drops what only the target has, is a comment at the end.',
  );
});

it('says in the file and beside it that there are more than it holds, and what has none', async () => {
  const { text, said } = await save({
    repairs: [listed('index.missing', ['CREATE INDEX i ON t (a)'])],
    left: 2,
    cut: true,
  });
  const more = 'One file does not hold them all: run these, and compare again.';
  expect(text).toContain(`-- ${more}\n\n-- shop.t`);
  expect(said).toContain(
    `One statement was saved. 2 findings cannot be fixed by a statement. ${more}`,
  );
});

it('saves no file where no statement fixes anything', async () => {
  const { text, said } = await save({ left: 1 });
  expect(text).toBeNull();
  expect(said).toContain(
    'No finding can be fixed by a statement. One finding cannot be fixed by a statement.',
  );
});
