import { Alert, Button, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ProjectRow } from '../../../contract/projects.ts';
import { formatNumber, listOf } from '../../lib/format.ts';
import { missingFields, type Mapping } from './mapping.ts';
import type { Outcome, useImport } from './use-import.ts';
import { useMemo } from 'react';
import { useTexts, type Texts } from '../../lib/i18n/index.ts';
import { DataTable, type Column } from '../../ui/data-table/index.ts';
import type { ProblemLine } from './check-rows.ts';

interface Props {
  project: ProjectRow;
  mapping: Mapping;
  job: ReturnType<typeof useImport>;
  onRun: (dryRun: 0 | 1) => void;
  onAnother: () => void;
}

/** Shows what the import would do, then runs it. */
export function CheckStep({ project, mapping, job, onRun, onAnother }: Props) {
  const t = useTexts('spreadsheet');
  const { state } = job;
  const missing = missingFields(mapping);
  const busy = state.step === 'checking' || state.step === 'importing';
  return (
    <Paper withBorder p="md" component="section">
      <Stack gap="sm">
        <Title order={2} size="h5">
          {t('checkTitle')}
        </Title>
        {missing.length > 0 && (
          <Text size="sm" component="output">
            {t('missing', { columns: listOf(missing.map((field) => t(field))) })}
          </Text>
        )}
        {state.step !== 'done' && (
          <Group>
            <Button
              variant={state.step === 'checked' ? 'default' : 'filled'}
              disabled={missing.length > 0}
              {...(busy && { 'data-disabled': true, 'aria-disabled': true })}
              onClick={() => !busy && onRun(1)}
            >
              {t('check')}
            </Button>
            <Text size="sm" c="dimmed">
              {t('safe')}
            </Text>
          </Group>
        )}
        {busy && (
          <Group gap="sm">
            <Loader size="sm" aria-hidden />
            <Text size="sm" component="output">
              {t(state.step)}
            </Text>
            {state.step === 'checking' && (
              <Button size="compact-sm" variant="default" onClick={job.reset}>
                {t('cancel')}
              </Button>
            )}
          </Group>
        )}
        {state.step === 'problems' && <Problems problems={state.problems} more={state.more} />}
        {state.step === 'checked' && <Checked outcome={state.outcome} onCommit={() => onRun(0)} />}
        {state.step === 'done' && (
          <Alert color="green" title={t('doneTitle')} role="status">
            <Stack gap="xs" align="flex-start">
              {t('done', numbersOf(state.outcome))}
              <Group>
                <Button size="compact-sm" variant="default" onClick={onAnother}>
                  {t('another')}
                </Button>
                <Button
                  component={Link}
                  to="/adminresults"
                  search={{ project: project.Project_Id, side: 'source' } as never}
                  size="compact-sm"
                  variant="default"
                >
                  {t('toResults')}
                </Button>
              </Group>
            </Stack>
          </Alert>
        )}
      </Stack>
    </Paper>
  );
}

const numbersOf = ({ added, changed, unchanged }: Outcome) => ({
  added: formatNumber(added),
  changed: formatNumber(changed),
  unchanged: formatNumber(unchanged),
});

function Checked({ outcome, onCommit }: { outcome: Outcome; onCommit: () => void }) {
  const t = useTexts('spreadsheet');
  const count = outcome.added + outcome.changed;
  return (
    <Stack gap="sm" align="flex-start">
      <Text component="output" fw={600}>
        {t('wouldDo', { count: outcome.rows, ...numbersOf(outcome) })}
      </Text>
      {count === 0 ? (
        <Text>{t('nothingToDo')}</Text>
      ) : (
        <Button onClick={onCommit}>{t('commit', { count })}</Button>
      )}
    </Stack>
  );
}

const columnOf = ({ field }: ProblemLine, t: Texts<'spreadsheet'>) =>
  field ? t(field) : t('wholeList');

const problemColumns = (t: Texts<'spreadsheet'>): Column<Numbered>[] => [
  { key: 'row', header: t('row'), value: ({ row }) => row, width: 80 },
  {
    key: 'column',
    header: t('column'),
    value: (line) => columnOf(line, t),
    width: 140,
  },
  { key: 'value', header: t('value'), value: ({ value }) => value, width: 140 },
  {
    key: 'problem',
    header: t('problem'),
    value: ({ message }) => message(),
    width: 320,
    grow: 1,
    phone: {
      place: 'first',
      width: 260,
      under: (line) => [line.row, columnOf(line, t), line.value].filter(Boolean).join(' · '),
    },
  },
];
type Numbered = ProblemLine & { number: number };

interface ProblemsProps {
  problems: readonly ProblemLine[];
  /** Whether the server has stopped reporting further errors. */
  more: boolean;
}

/** The errors by row and column, as a table that can be exported. */
function Problems({ problems, more }: ProblemsProps) {
  const t = useTexts('spreadsheet');
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
