import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useMemo, useState } from 'react';
import type { Side } from '../../../contract/fields.ts';
import type { InventoryItem } from '../../../contract/inventory.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { useObjectWords, type ObjectWords } from '../../lib/object-texts.ts';
import { DataTable, type Column } from '../../ui/data-table/index.ts';
import { useConnectionTexts } from './texts.ts';
import type { Report, SideCalls } from './use-side.ts';
import { waiting } from './use-long-call.ts';
import { Warnings } from './warnings.tsx';

const itemColumns = (t: ObjectWords): Column<InventoryItem>[] => [
  { key: 'schema', header: t('schema_name'), value: (item) => item.schema, width: 140 },
  { key: 'name', header: t('object_name'), value: (item) => item.table_name, width: 200 },
  {
    key: 'type',
    header: t('object_type'),
    value: (item) => item.object_type_source,
    text: (item) => t(item.object_type_source),
    width: 128,
  },
];
/** Routines that share a name carry their argument types in it, so this is unique in a report. */
const itemId = (item: InventoryItem) => JSON.stringify([item.schema, item.table_name]);
const itemLabel = (item: InventoryItem) => item.table_name;

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
      {calls.imported && <Alert color="green">{t('imported', importedOf(calls.imported))}</Alert>}
      <Items key={report.number} {...props} />
    </Stack>
  );
}

const importedOf = (done: { imported: number; added: number; existing: number }) => ({
  count: done.imported,
  added: done.added,
  existing: done.existing,
});

function Items({ project, side, report, calls }: Props) {
  const t = useConnectionTexts();
  const words = useObjectWords();
  const columns = useMemo(() => itemColumns(words), [words]);
  const [selected, setSelected] = useState<Set<string>>(new Set());
  const { items } = report;
  const count = selected.size || items.length;

  const confirm = () => {
    if (calls.busy) return;
    const all = selected.size === 0 || selected.size === items.length;
    const chosen = all ? items : items.filter((item) => selected.has(itemId(item)));
    modals.openConfirmModal({
      // Below the notifications, which stay at the top.
      centered: true,
      closeButtonProps: { 'aria-label': t('cancel') },
      title: t('confirmTitle', { project: project.Project_Name }),
      children: (
        <Stack gap="xs">
          <Text size="sm">
            {t(`${side}_${all ? 'confirmAll' : 'confirmSome'}`, { count, total: items.length })}
          </Text>
          <Text size="sm" c="dimmed">
            {t('confirmKept')}
          </Text>
        </Stack>
      ),
      labels: { confirm: t('importNow'), cancel: t('cancel') },
      onConfirm: () => void calls.importItems(chosen),
    });
  };

  return (
    <>
      {items.length > 0 && (
        <Group gap="sm">
          <Button onClick={confirm} {...waiting(calls.busy)}>
            {t(`${side}_import`)}
          </Button>
          <Text size="sm" c="dimmed" component="output">
            {t(selected.size > 0 ? 'importChosen' : 'importAll', { count })}
          </Text>
        </Group>
      )}
      <DataTable
        id={`report-${side}`}
        label={t(`${side}_items`)}
        columns={columns}
        rows={items}
        rowId={itemId}
        rowLabel={itemLabel}
        state="ready"
        selection={{ selected, onChange: setSelected }}
        emptyText={t('emptyReport', { type: words(report.objectType) })}
      />
    </>
  );
}
