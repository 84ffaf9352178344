import {
  Alert,
  Button,
  FileInput,
  Group,
  Modal,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
} from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  MAP_PROBLEMS,
  applyNameMap,
  type NameMapOutcome,
} from '../../../../contract/proof/name-map.ts';
import { call, errorText } from '../../../lib/api.ts';
import { translateMessage } from '../../../lib/i18n/messages.ts';
import { useTexts } from '../../../lib/i18n/index.ts';
import { readFile } from '../../spreadsheet/read-file.ts';
import { UnknownFile } from '../../spreadsheet/read-table.ts';
import { NAME_FIELDS, type NameColumns, guessColumns, readNames } from './name-list.ts';
import classes from './pairs.module.css';
import { useAnnounce } from './use-pair-changes.ts';

const KINDS =
  '.csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface Props {
  projectId: number;
  onClose: () => void;
}

/** Imports a list of source and target names: parsed here, checked by the server, then linked in one step. */
export function NameMapDialog({ projectId, onClose }: Props) {
  const t = useTexts('pairs');
  const announce = useAnnounce(projectId);
  const [rows, setRows] = useState<string[][] | null>(null);
  const [columns, setColumns] = useState<NameColumns | null>(null);
  const list = rows && columns ? readNames(rows, columns) : null;
  const count = list?.names.length ?? 0;
  const send = useMutation({
    mutationFn: (dry_run: 0 | 1) =>
      call(applyNameMap, {
        params: { id: projectId },
        body: { dry_run, rows: list?.names ?? [] },
      }),
    onSuccess: ({ linked, undo }, dry_run) => {
      if (dry_run === 1) return;
      announce(t('mapDone', { count: linked }), undo);
      onClose();
    },
  });
  const read = useMutation({
    mutationFn: async (file: File | null) => (file ? ((await readFile(file))[0]?.rows ?? []) : []),
    onMutate: () => {
      send.reset();
      setRows(null);
    },
    onSuccess: (found) => {
      setRows(found.length > 1 ? found : null);
      setColumns(guessColumns(found[0] ?? []));
    },
  });
  const checked = send.data ?? null;
  const failure = read.error ?? send.error;
  return (
    <Modal opened centered onClose={onClose} title={t('mapTitle')} size="lg">
      <Stack gap="md">
        <FileInput
          label={t('mapFile')}
          description={t('mapHelp')}
          placeholder={t('mapChoose')}
          accept={KINDS}
          error={read.isSuccess && rows === null && t('mapEmpty')}
          onChange={(file) => read.mutate(file)}
        />
        {rows && columns && (
          <Columns
            headings={rows[0]!}
            columns={columns}
            onChange={(next) => {
              send.reset();
              setColumns(next);
            }}
          />
        )}
        {list && count === 0 && <Alert color="yellow">{t('mapNoNames')}</Alert>}
        {failure && (
          <Alert color="red">
            {failure instanceof UnknownFile ? t('mapNoFile') : errorText(failure)}
          </Alert>
        )}
        {checked && list && <Outcome outcome={checked} lines={list.lines} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          {read.isPending ? (
            <Button loading>{t('mapReading')}</Button>
          ) : (
            <NextStep count={count} checked={checked} send={send} />
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

interface NextStepProps {
  /** Rows of the list. */
  count: number;
  checked: NameMapOutcome | null;
  send: { isPending: boolean; mutate: (dryRun: 0 | 1) => void };
}

/** Checks the list, then links what it names. */
function NextStep({ count, checked, send }: NextStepProps) {
  const t = useTexts('pairs');
  const rows = checked ? checked.linked : count;
  if (rows === 0) return null;
  return (
    <Button loading={send.isPending} onClick={() => send.mutate(checked ? 0 : 1)}>
      {t(checked ? 'mapLink' : 'mapCheck', { count: rows })}
    </Button>
  );
}

interface ColumnsProps {
  headings: readonly string[];
  columns: NameColumns;
  onChange: (columns: NameColumns) => void;
}

function Columns({ headings, columns, onChange }: ColumnsProps) {
  const t = useTexts('pairs');
  const choices = headings.map((heading, at) => ({
    value: String(at),
    label: heading.trim() || String(at + 1),
  }));
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {NAME_FIELDS.map((field) => (
        <NativeSelect
          key={field}
          label={t(`map_${field}`)}
          data={
            field === 'source' || field === 'target'
              ? choices
              : [{ value: '', label: t('mapNone') }, ...choices]
          }
          value={String(columns[field] ?? '')}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...columns, [field]: value === '' ? null : Number(value) })
          }
        />
      ))}
    </SimpleGrid>
  );
}

/** The outcome of the list: rows that are linked, were linked already, or link nothing, with the reasons. */
function Outcome({ outcome, lines }: { outcome: NameMapOutcome; lines: readonly number[] }) {
  const t = useTexts('pairs');
  const { linked, already, counts, problems } = outcome;
  const all = MAP_PROBLEMS.reduce((sum, problem) => sum + (counts[problem] ?? 0), 0);
  return (
    <section aria-label={t('mapOutcome')}>
      <Text size="sm">{t('mapLinked', { count: linked })}</Text>
      {already > 0 && <Text size="sm">{t('mapAlready', { count: already })}</Text>}
      {MAP_PROBLEMS.filter((problem) => counts[problem]).map((problem) => (
        <Text size="sm" key={problem}>
          {t(`map_${problem}`, { count: counts[problem] ?? 0 })}
        </Text>
      ))}
      {problems.length > 0 && (
        <ul className={classes.names} tabIndex={0} aria-label={t('mapProblems')}>
          {problems.map(({ row, detail, ...said }) => (
            <li key={row}>
              <b>{t('mapLine', { line: lines[row - 1] ?? row })}</b>:{' '}
              {translateMessage(said, detail)}
            </li>
          ))}
        </ul>
      )}
      {all > problems.length && (
        <Text size="sm">{t('more', { count: all - problems.length })}</Text>
      )}
    </section>
  );
}
