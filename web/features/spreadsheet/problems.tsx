import { Alert, Stack } from '@mantine/core';
import { useMemo } from 'react';
import type { Translate } from '../../lib/i18n/index.ts';
import { DataTable, type Column } from '../../ui/data-table/index.ts';
import type { ProblemLine } from './check-rows.ts';
import { useSpreadsheetTexts, type SpreadsheetTexts } from './texts.ts';

const problemColumns = (t: Translate<SpreadsheetTexts>): Column<Numbered>[] => [
  { key: 'row', header: t('row'), value: ({ row }) => row, width: 80 },
  {
    key: 'column',
    header: t('column'),
    value: ({ field }) => (field ? t(field) : t('wholeList')),
    width: 140,
  },
  { key: 'value', header: t('value'), value: ({ value }) => value, width: 200 },
  {
    key: 'problem',
    header: t('problem'),
    value: ({ message }) => message,
    width: 320,
  },
];
type Numbered = ProblemLine & { number: number };

interface Props {
  problems: readonly ProblemLine[];
  /** The server stopped naming them. */
  more: boolean;
}

/** What is wrong, by row and column; the table can be exported. */
export function Problems({ problems, more }: Props) {
  const t = useSpreadsheetTexts();
  const columns = useMemo(() => problemColumns(t), [t]);
  const rows = useMemo(
    () => problems.map((problem, number): Numbered => ({ ...problem, number })),
    [problems],
  );
  return (
    <Stack gap="sm">
      <Alert color="red" role="alert" title={t('problemsTitle', { count: problems.length })}>
        {t('problemsHelp')} {more && t('firstOnes')}
      </Alert>
      <DataTable
        id="spreadsheet-problems"
        label={t('problems')}
        columns={columns}
        rows={rows}
        rowId={({ number }) => String(number)}
        rowLabel={({ row }) => `${t('row')} ${row ?? ''}`}
        state="ready"
      />
    </Stack>
  );
}
