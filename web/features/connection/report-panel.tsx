import {
  Alert,
  Button,
  Group,
  NativeSelect,
  Stack,
  Text,
  Title,
  Checkbox,
  Modal,
  Radio,
} from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Side } from '../../../contract/fields.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { DataTable, type Column } from '../../ui/data-table/index.ts';
import type { Report } from './side-results.ts';
import type { SideCalls } from './use-side.ts';
import { waiting } from './progress.tsx';
import type { Imported } from './use-sliced-import.ts';
import { LastRead } from './imported.tsx';
import { Warnings } from './notices.tsx';
import type { InventoryItem } from '../../../contract/inventory.ts';
import { useTexts, type Texts } from '../../lib/i18n/index.ts';

const itemColumns = (t: Texts<'object-words'>, words: Texts<'connection'>): Column<ReportRow>[] => [
  { key: 'schema', header: t('schema_name'), value: ({ item }) => item.schema, width: 92 },
  { key: 'name', header: t('object_name'), value: ({ item }) => item.table_name, width: 150 },
  {
    key: 'type',
    header: t('object_type'),
    value: ({ item }) => item.object_type_source,
    text: ({ item }) => t(item.object_type_source),
    width: 104,
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
  /** Whether the report comes from a connection that the project has not stored, but could. */
  offersSaving: boolean;
}

/** The objects of a report, with the import of all or of selected rows. */
export function ReportPanel(props: Props) {
  const t = useTexts('connection');
  const words = useTexts('object-words');
  const { project, side, report, calls } = props;
  return (
    <Stack gap="sm">
      <Title order={3} size="h5" mt="xs">
        {t('step_import')}
      </Title>
      <Group justify="space-between" align="baseline">
        <Text size="sm" fw={600}>
          {report.objectType
            ? t('reportOf', { type: words(report.objectType), schema: report.schema ?? '' })
            : t('reportOfAll')}
        </Text>
        <Text size="sm" c="dimmed" component="output">
          {t('reportCount', { count: report.items.length })}
          {report.readAt && (
            <>
              {' · '}
              <LastRead at={report.readAt} />
            </>
          )}
        </Text>
      </Group>
      <Warnings of={report} />
      {calls.imported && <Done imported={calls.imported} {...{ project, side }} />}
      <Items key={report.number} {...props} />
    </Stack>
  );
}

interface DoneProps extends Pick<Props, 'project' | 'side'> {
  imported: Imported;
}

/** The result of an import, and the next step. */
function Done({ imported: { imported, added, existing, total, ended }, project, side }: DoneProps) {
  const t = useTexts('connection');
  const numbers = { done: imported, total, added, existing };
  return (
    <Alert color={ended === 'all' ? 'green' : 'yellow'}>
      <Stack gap="xs" align="flex-start">
        {ended === 'all'
          ? t('imported', { count: imported, added, existing })
          : t(ended === 'stopped' ? 'stopped' : 'brokenOff', numbers)}
        {imported > 0 && (
          <Group gap="sm">
            <Button
              component={Link}
              to="/assignobjects"
              search={{ project: project.Project_Id, side } as never}
              size="compact-sm"
              variant="default"
            >
              {t(`${side}_assign`)}
            </Button>
            <Button
              component={Link}
              to="/pairs"
              search={{ project: project.Project_Id } as never}
              size="compact-sm"
              variant="default"
            >
              {t('toPairs')}
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}

const STATES = ['new', 'known', 'gone'] as const;

function Items({ project, side, report, calls, offersSaving }: Props) {
  const t = useTexts('connection');
  const words = useTexts('object-words');
  const columns = useMemo(() => itemColumns(words, t), [words, t]);
  const [selected, setSelected] = useState<Set<string>>(new Set());
  const [shown, setShown] = useState<'all' | ItemState>('all');
  const [asking, setAsking] = useState(false);
  const all = useMemo(() => reportRows(report), [report]);
  const counts = useMemo(() => countStates(all), [all]);
  const rows = useMemo(
    () => (shown === 'all' ? all : all.filter(({ state }) => state === shown)),
    [all, shown],
  );
  const { items } = report;
  const count = selected.size || items.length;
  const nothingNew = selected.size === 0 && counts.new === 0 && counts.gone === 0;
  // Objects that no longer exist cannot be imported.
  const chosen = asking
    ? all.filter((row) => row.state !== 'gone' && selected.has(rowId(row))).map(({ item }) => item)
    : [];

  if (report.objectType === null && all.length === 0) return <Text>{t(`${side}_isEmpty`)}</Text>;
  return (
    <>
      {items.length > 0 && (
        <Group gap="sm">
          <Button
            variant={nothingNew ? 'default' : 'filled'}
            onClick={() => !calls.busy && setAsking(true)}
            {...waiting(calls.busy)}
          >
            {t(`${side}_import`)}
          </Button>
          <Text size="sm" c="dimmed" component="output">
            {t(selected.size > 0 ? 'importChosen' : nothingNew ? 'nothingNew' : 'importAll', {
              count,
            })}
          </Text>
        </Group>
      )}
      {asking && (
        <ImportDialog
          project={project}
          side={side}
          lists={{ all: items, new: items.filter(({ known }) => known !== 1), chosen }}
          offersSaving={offersSaving}
          onImport={(list, andSave) => void calls.importItems(list, andSave)}
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
        emptyText={
          report.objectType ? t('emptyReport', { type: words(report.objectType) }) : t('noneShown')
        }
      />
    </>
  );
}

type ItemState = 'new' | 'known' | 'gone';
interface ReportRow {
  item: InventoryItem;
  state: ItemState;
}

/** The objects of the report, then imported objects that no longer exist. */
const reportRows = ({ items, gone }: Report): ReportRow[] => [
  ...items.map((item): ReportRow => ({ item, state: item.known === 1 ? 'known' : 'new' })),
  ...gone.map((item): ReportRow => ({ item, state: 'gone' })),
];

const countStates = (rows: readonly ReportRow[]): Record<ItemState, number> => {
  const counts = { new: 0, known: 0, gone: 0 };
  for (const { state } of rows) counts[state] += 1;
  return counts;
};

/** The names of overloaded routines include their argument types, so this is unique within a report. */
const rowId = ({ item }: ReportRow): string =>
  JSON.stringify([item.schema, item.object_type_source, item.table_name]);

type What = 'all' | 'new' | 'chosen';
const CONFIRM = { all: 'confirmAll', new: 'confirmNew', chosen: 'confirmSome' } as const;

interface ImportDialogProps {
  project: ProjectRow;
  side: Side;
  lists: Record<What, readonly InventoryItem[]>;
  /** Whether the project has stored another connection than the one that was used. */
  offersSaving: boolean;
  onImport: (items: readonly InventoryItem[], andSave: boolean) => void;
  onClose: () => void;
}

/** Imports the whole report, only its new objects, or the selected rows. */
function ImportDialog({
  project,
  side,
  lists,
  offersSaving,
  onImport,
  onClose,
}: ImportDialogProps) {
  const t = useTexts('connection');
  const { all, chosen } = lists;
  const [what, setWhat] = useState<What>(chosen.length > 0 ? 'chosen' : 'all');
  const [andSave, setAndSave] = useState(offersSaving);
  const offered = (['all', 'new', 'chosen'] as const).filter(
    (one) => one === 'all' || lists[one].length > 0,
  );
  const items = lists[what];
  // Selecting every row is the same as importing all.
  const whole = items.length === all.length ? 'all' : what;
  return (
    <Modal
      opened
      onClose={onClose}
      // Centred, because notifications cover the top of the window.
      centered
      title={t('confirmTitle', { project: project.Project_Name })}
    >
      <Stack gap="md">
        {offered.length > 1 && (
          <Radio.Group label={t('what')} value={what} onChange={(value) => setWhat(value as What)}>
            <Stack gap="xs" mt="xs">
              {offered.map((one) => (
                <Radio
                  key={one}
                  value={one}
                  label={t(`what_${one}`, { count: lists[one].length })}
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
        <Text size="sm">
          {t(`${side}_${CONFIRM[whole]}`, { count: items.length, total: all.length })}
        </Text>
        <Text size="sm" c="dimmed">
          {t('confirmKept')}
        </Text>
        {offersSaving && (
          <Checkbox
            label={t('saveToo')}
            checked={andSave}
            onChange={(event) => setAndSave(event.currentTarget.checked)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            data-autofocus
            onClick={() => {
              onClose();
              onImport(items, andSave);
            }}
          >
            {t('importNow')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
