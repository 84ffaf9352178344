import { Button, Group, Menu, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../../lib/api.ts';
import { download, fileName } from '../../../lib/export/download.ts';
import type { ExportFormat } from '../../../lib/export/export-rows.ts';
import { formatNumber } from '../../../lib/format.ts';
import { notifyError, notifySuccess } from '../../../lib/notify.ts';
import classes from '../data-table.module.css';
import { ToolButton } from './tool-button.tsx';
import { textOf, type Column, type RowSource } from '../types.ts';
import { useTexts } from '../../../lib/i18n/index.ts';

interface Props<R> {
  title: string;
  columns: readonly Column<R>[];
  source: RowSource<R>;
}

/** Formats for people contain the displayed text, with numbers as numbers; formats for programs contain the raw values. */
const cellOf =
  <R,>(column: Column<R>, format: ExportFormat) =>
  (row: R) => {
    const value = column.value(row);
    if (format === 'json') return value ?? null;
    return typeof value === 'number' && !column.text ? value : textOf(column, row);
  };

/** Exports all matching rows, with the sorting and columns on screen. */
export function ExportMenu<R>({ title, columns, source }: Props<R>) {
  const t = useTexts('table');
  const [done, setDone] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (format: ExportFormat) => {
    const abort = new AbortController();
    running.current = abort;
    setDone(0);
    try {
      const { exportRows } = await import('../../../lib/export/export-rows.ts');
      const { file, count } = await exportRows({
        format,
        columns: columns.map((column) => ({
          key: column.key,
          header: column.header,
          cell: cellOf(column, format),
        })),
        read: source.read,
        onProgress: setDone,
        signal: abort.signal,
      });
      download(file, fileName(title, format));
      notifySuccess(t('exported', { count, shown: formatNumber(count) }));
    } catch (error) {
      if (!abort.signal.aborted) notifyError(t('exportFailed', { reason: errorText(error) }));
    } finally {
      if (!abort.signal.aborted) running.current = null;
      setDone(null);
    }
  };

  if (done !== null) {
    const numbers = { shown: formatNumber(done), total: formatNumber(source.count) };
    return (
      <Group gap="xs">
        <div>
          <Text size="sm" component="output">
            {t('exporting', numbers)}
          </Text>
          <progress
            value={done}
            max={Math.max(1, source.count)}
            aria-label={t('export')}
            className={classes.exporting}
          />
        </div>
        <Button variant="default" size="compact-sm" onClick={() => running.current?.abort()}>
          {t('cancelExport')}
        </Button>
      </Group>
    );
  }
  return (
    <Menu withInitialFocusPlaceholder={false} position="bottom-start" shadow="md" withinPortal>
      <Menu.Target>
        <ToolButton icon="export" label={t('export')} disabled={source.count === 0} />
      </Menu.Target>
      <Menu.Dropdown aria-label={t('export')}>
        <Menu.Item onClick={() => void run('csv')}>{t('exportCsv')}</Menu.Item>
        <Menu.Item onClick={() => void run('xlsx')}>{t('exportXlsx')}</Menu.Item>
        <Menu.Item onClick={() => void run('json')}>{t('exportJson')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
