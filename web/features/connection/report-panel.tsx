import { Alert, Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Side } from '../../../contract/fields.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { useObjectWords, type ObjectWords } from '../../lib/object-texts.ts';
import { DataTable, type Column } from '../../ui/data-table/index.ts';
import { ImportDialog } from './import-dialog.tsx';
import { countStates, reportRows, rowId, type ItemState, type ReportRow } from './report-rows.ts';
import { useConnectionTexts, type ConnectionTexts } from './texts.ts';
import type { Report, SideCalls } from './use-side.ts';
import { waiting } from './use-long-call.ts';
import type { Imported } from './use-sliced-import.ts';
import { Warnings } from './warnings.tsx';

const itemColumns = (t: ObjectWords, words: ConnectionTexts): Column<ReportRow>[] => [
  { key: 'schema', header: t('schema_name'), value: ({ item }) => item.schema, width: 92 },
  { key: 'name', header: t('object_name'), value: ({ item }) => item.table_name, width: 150 },
  {
    key: 'type',
    header: t('object_type'),
    value: ({ item }) => item.object_type_source,
    text: ({ item }) => t(item.object_type_source),
    width: 92,
  },
  {
    key: 'state',
    header: words('state'),
    value: ({ state }) => words(`state_${state}`),
    width: 86,
  },
];
const rowLabel = ({ item }: ReportRow) => item.table_name;

interface Props {
  project: ProjectRow;
  side: Side;
  report: Report;
  calls: SideCalls;
}

/** What a report found, and its import: all of it, or the chosen rows. */
export function ReportPanel(props: Props) {
  const t = useConnectionTexts();
  const words = useObjectWords();
  const { report, calls } = props;
  const type = words(report.objectType);
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="baseline">
        <Title order={3} size="h5">
          {t('reportOf', { type, schema: report.schema })}
        </Title>
        <Text size="sm" c="dimmed" component="output">
          {t('reportCount', { count: report.items.length })}
        </Text>
      </Group>
      <Warnings sentences={report.warnings} />
      {calls.imported && <Done imported={calls.imported} />}
      <Items key={report.number} {...props} />
    </Stack>
  );
}

function Done({ imported: { imported, added, existing, total, ended } }: { imported: Imported }) {
  const t = useConnectionTexts();
  if (ended === 'all') {
    return <Alert color="green">{t('imported', { count: imported, added, existing })}</Alert>;
  }
  const numbers = { done: imported, total, added, existing };
  return <Alert color="yellow">{t(ended === 'stopped' ? 'stopped' : 'brokenOff', numbers)}</Alert>;
}

const STATES = ['new', 'known', 'gone'] as const;

function Items({ project, side, report, calls }: Props) {
  const t = useConnectionTexts();
  const words = useObjectWords();
  const columns = useMemo(() => itemColumns(words, t), [words, t]);
  const [selected, setSelected] = useState<Set<string>>(new Set());
  const [shown, setShown] = useState<'all' | ItemState>('all');
  const [asking, setAsking] = useState(false);
  const all = useMemo(() => reportRows(report, calls.summary), [report, calls.summary]);
  const counts = useMemo(() => countStates(all), [all]);
  const rows = useMemo(
    () => (shown === 'all' ? all : all.filter(({ state }) => state === shown)),
    [all, shown],
  );
  const { items } = report;
  const count = selected.size || items.length;
  // What is gone cannot be imported.
  const chosen = asking
    ? all.filter((row) => row.state !== 'gone' && selected.has(rowId(row))).map(({ item }) => item)
    : [];

  return (
    <>
      {items.length > 0 && (
        <Group gap="sm">
          <Button onClick={() => !calls.busy && setAsking(true)} {...waiting(calls.busy)}>
            {t(`${side}_import`)}
          </Button>
          <Text size="sm" c="dimmed" component="output">
            {t(selected.size > 0 ? 'importChosen' : 'importAll', { count })}
          </Text>
        </Group>
      )}
      {asking && (
        <ImportDialog
          project={project}
          side={side}
          lists={{ all: items, new: items.filter(({ known }) => known !== 1), chosen }}
          onImport={(list) => void calls.importItems(list)}
          onClose={() => setAsking(false)}
        />
      )}
      {all.length > 0 && (
        <NativeSelect
          label={t('show')}
          value={shown}
          onChange={(event) => setShown(event.currentTarget.value as typeof shown)}
          data={[
            { value: 'all', label: t('show_all', { count: all.length }) },
            ...STATES.map((state) => ({
              value: state,
              label: t(`show_${state}`, { count: counts[state] }),
            })),
          ]}
        />
      )}
      <DataTable
        id={`report-${side}`}
        label={t(`${side}_items`)}
        columns={columns}
        rows={rows}
        rowId={rowId}
        rowLabel={rowLabel}
        state="ready"
        selection={{ selected, onChange: setSelected }}
        emptyText={t('emptyReport', { type: words(report.objectType) })}
      />
    </>
  );
}
