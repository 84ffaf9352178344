import { expect, it } from 'vitest';
import type { ViewDefinition } from '../../../../../connectors/core/definitions.ts';
import { ENGINES } from '../../../../../connectors/engines.ts';
import { sampleColumn } from '../../../../../tests/support/sample-definitions.ts';
import { type KnownTable, createMeanings } from '../../../sql/service.ts';
import type { PairTask } from '../../pairs/service.ts';
import { readShownViews } from './shown-views.ts';

const INT = { kind: 'integer', bits: 32, unsigned: false } as const;
const DATE = { kind: 'date' } as const;
const column = (name: string, canonical: typeof INT | typeof DATE) =>
  sampleColumn(name, { type: 'own', canonical });
const meanings = createMeanings();

const TABLE: KnownTable = {
  name: 'loan_dates',
  as: 'loan_dates',
  columns: (['id', 'due', 'back'] as const).map((name) => ({
    name,
    as: name,
    canonical: name === 'id' ? INT : DATE,
    nullable: true,
  })),
};
const view = (text: string, columns: readonly string[]) =>
  ({
    kind: 'view',
    text,
    columns: columns.map((name) => column(name, INT)),
  }) as unknown as ViewDefinition;

it('shows what both views call their columns, and no name of an operation that no engine knows', async () => {
  const task = {
    pair: { id: 1, rules: null },
    members: [
      { id: 1, side: 'source', schema_name: 'shop', object_name: 'late' },
      { id: 2, side: 'target', schema_name: 's', object_name: 'late' },
    ],
  } as unknown as PairTask;
  const source = view(
    'select `Id` AS `LoanId`, `Due`, to_days(`Back`) - to_days(`Due`) AS `Days` from `Loan_Dates`',
    ['LoanId', 'Due', 'Days'],
  );
  const target = view(
    ' SELECT loan_dates.id AS loan_id, loan_dates.due, (loan_dates.back - loan_dates.due) AS days FROM loan_dates;',
    ['loan_id', 'due', 'days'],
  );
  const snake = (name: string) => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
  const texts = await readShownViews(
    task,
    new Map([
      [1, { definition: source }],
      [2, { definition: target }],
    ]) as unknown as Parameters<typeof readShownViews>[1],
    {
      meanings,
      engines: { source: ENGINES.mysql.id, target: ENGINES.postgresql.id },
      tables: { source: [TABLE], target: [TABLE] },
    },
    snake,
  );
  const shown =
    'SELECT\n  loan_dates.id AS loan_id,\n  loan_dates.due,\n  loan_dates.back - loan_dates.due AS days\nFROM loan_dates';
  expect(texts).toEqual({ source: shown, target: shown });
});
