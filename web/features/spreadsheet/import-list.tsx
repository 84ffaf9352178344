import { FileInput, Loader, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core';
import { useMemo, useState, useRef } from 'react';
import { MAX_LIST } from '../../../contract/fields.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { formatNumber } from '../../lib/format.ts';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { CheckStep } from './check-step.tsx';
import { countRows, fieldNames, guessMapping, liftHeadings, type Mapping } from './mapping.ts';
import { MappingStep } from './mapping-step.tsx';
import { type Sheet, UnknownFile } from './read-table.ts';
import { useImport } from './use-import.ts';
import { errorText } from '../../lib/api.ts';
import { readFile } from './read-file.ts';
import { useTexts } from '../../lib/i18n/index.ts';

const KINDS =
  '.csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Imports a list in four steps: file, columns, check, import. Each step appears when the previous one is complete. */
export function ImportList({ project }: { project: ProjectRow }) {
  const t = useTexts('spreadsheet');
  const { file, sheets, sheet, failure, reading, choose, pick } = useFile();
  const [mapping, setMapping] = useState<Mapping | null>(null);
  const job = useImport(project.Project_Id);
  const { step } = job.state;
  const busy = step === 'checking' || step === 'importing';

  const begin = (next: Sheet | null) => {
    job.reset();
    setMapping(next && guessMapping(next.rows[0] ?? [], fieldNames(t)));
  };
  const change = (next: Mapping) => {
    job.reset();
    setMapping(next);
  };
  const rows = useMemo(() => (sheet ? countRows(sheet.rows) : 0), [sheet]);
  return (
    <Stack gap="md">
      <LeaveGuard unsaved={mapping !== null && step !== 'done'} />
      <Paper withBorder p="md" component="section">
        <Stack gap="sm" align="flex-start">
          <Title order={2} size="h5">
            {t('fileTitle')}
          </Title>
          <FileInput
            label={t('file')}
            description={t('fileHelp', { max: formatNumber(MAX_LIST) })}
            placeholder={t('filePlaceholder')}
            accept={KINDS}
            value={file}
            disabled={busy}
            error={failure}
            miw={{ base: '100%', xs: 380 }}
            onChange={(next) => {
              begin(null);
              void choose(next).then(begin);
            }}
          />
          {reading && (
            <Text size="sm" component="output">
              <Loader size="xs" aria-hidden /> {t('reading')}
            </Text>
          )}
          {sheets && sheets.length > 1 && (
            <NativeSelect
              label={t('sheet')}
              disabled={busy}
              value={String(sheets.indexOf(sheet!))}
              data={sheets.map(({ name }, index) => ({ value: String(index), label: name }))}
              onChange={(event) => begin(pick(sheets[Number(event.currentTarget.value)] ?? null))}
            />
          )}
          {sheet && rows > 0 && (
            <Text size="sm" c="dimmed" component="output">
              {t('found', { count: rows, name: sheet.name })}
            </Text>
          )}
        </Stack>
      </Paper>
      {sheet && mapping && (
        <>
          <MappingStep
            sheet={sheet}
            tracked={project.tracked_types}
            mapping={mapping}
            disabled={busy}
            onChange={change}
          />
          <CheckStep
            project={project}
            mapping={mapping}
            job={job}
            onRun={(dryRun) => void job.run(sheet.rows, mapping, dryRun)}
            onAnother={() => {
              begin(null);
              void choose(null);
            }}
          />
        </>
      )}
    </Stack>
  );
}

/** The selected file with its sheets, or why it cannot be read. */
function useFile() {
  const t = useTexts('spreadsheet');
  const [file, setFile] = useState<File | null>(null);
  const [sheets, setSheets] = useState<Sheet[] | null>(null);
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const latest = useRef<File | null>(null);

  const choose = async (next: File | null): Promise<Sheet | null> => {
    latest.current = next;
    setFile(next);
    setSheets(null);
    setSheet(null);
    setFailure(null);
    if (!next) return null;
    try {
      const names = fieldNames(t);
      const read = (await readFile(next)).map(({ name, rows }) => ({
        name,
        rows: liftHeadings(rows, names),
      }));
      // Another file was selected while this one was being read.
      if (latest.current !== next) return null;
      setSheets(read);
      // Selects the first sheet with data: most workbooks have only one.
      const first = read.find(({ rows }) => rows.length > 1) ?? read[0] ?? null;
      return pick(first);
    } catch (error) {
      if (latest.current !== next) return null;
      const known = error instanceof UnknownFile;
      setFailure(known ? t('noFile') : t('notRead', { reason: errorText(error) }));
      return null;
    }
  };
  const pick = (next: Sheet | null): Sheet | null => {
    const rows = next ? countRows(next.rows) : 0;
    setFailure(
      rows < 1
        ? t('noRows')
        : rows > MAX_LIST
          ? t('tooMany', { rows: formatNumber(rows), max: formatNumber(MAX_LIST) })
          : null,
    );
    setSheet(next);
    return rows >= 1 && rows <= MAX_LIST ? next : null;
  };
  const reading = file !== null && sheets === null && failure === null;
  return { file, sheets, sheet, failure, reading, choose, pick };
}
