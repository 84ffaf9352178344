import { SimpleGrid, Stack, Button, Group, Paper, Text, Title } from '@mantine/core';
import { ProjectScreen } from '../projects/project-screen.tsx';
import { ImportList } from './import-list.tsx';
import { useTexts } from '../../lib/i18n/index.ts';
import { useEffect, useRef, useState } from 'react';
import type { ProjectRow } from '../../../contract/projects.ts';
import { download, fileName } from '../../lib/export/download.ts';
import { exportRows } from '../../lib/export/export-rows.ts';
import { formatNumber } from '../../lib/format.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { type Field, fieldNames, FIELDS } from './mapping.ts';
import { SIDES } from '../../../contract/fields.ts';
import { listSourceObjects, listTargetObjects } from '../../../contract/objects.ts';
import { call } from '../../lib/api.ts';

/** Formats that can be imported again. */
const FORMATS = ['csv', 'xlsx'] as const;
type Format = (typeof FORMATS)[number];

function useColumns() {
  const names = fieldNames(useTexts('spreadsheet'));
  return FIELDS.map((field) => ({
    key: field,
    header: names[field],
    cell: (row: ListedRow) => row[field],
  }));
}

/** Exports all objects of both sides, with the columns that the import reads. */
function ExportList({ project }: { project: ProjectRow }) {
  const t = useTexts('spreadsheet');
  const columns = useColumns();
  const [read, setRead] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (format: Format) => {
    const controller = new AbortController();
    running.current = controller;
    setRead(0);
    try {
      const { file, count } = await exportRows({
        format,
        columns,
        read: (signal) => readObjects(project.Project_Id, signal),
        onProgress: setRead,
        signal: controller.signal,
      });
      download(file, fileName(t('fileTitleOut', { project: project.Project_Name }), format));
      notifySuccess(t('exported', { count }));
    } catch (error) {
      if (!controller.signal.aborted) notifyError(error);
    } finally {
      setRead(null);
    }
  };
  return (
    <Paper withBorder p="md" component="section">
      <Stack gap="sm">
        <Title order={2} size="h5">
          {t('outTitle')}
        </Title>
        <Text size="sm">{t('outText')}</Text>
        {read === null ? (
          <Group>
            {FORMATS.map((format) => (
              <Button key={format} variant="default" onClick={() => void run(format)}>
                {t(`out_${format}`)}
              </Button>
            ))}
          </Group>
        ) : (
          <Group>
            <Text size="sm" component="output">
              {t('exporting', { rows: formatNumber(read) })}
            </Text>
            <Button size="compact-sm" variant="default" onClick={() => running.current?.abort()}>
              {t('cancel')}
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}

function Template() {
  const t = useTexts('spreadsheet');
  const columns = useColumns();
  const run = async (format: Format) => {
    try {
      const { file } = await exportRows<ListedRow>({
        format,
        columns,
        // The template consists of headings only.
        read: async function* () {},
        onProgress: () => {},
        signal: new AbortController().signal,
      });
      download(file, fileName(t('templateFile'), format));
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <Paper withBorder p="md" component="section">
      <Stack gap="sm">
        <Title order={2} size="h5">
          {t('templateTitle')}
        </Title>
        <Text size="sm">{t('templateText')}</Text>
        <Group>
          {FORMATS.map((format) => (
            <Button key={format} variant="default" onClick={() => void run(format)}>
              {t(`template_${format}`)}
            </Button>
          ))}
        </Group>
      </Stack>
    </Paper>
  );
}

type ListedRow = Record<Field, string | null>;

const CHUNK = 5_000;

/** Reads all objects of both sides, in slices. */
async function* readObjects(projectId: number, signal: AbortSignal): AsyncGenerator<ListedRow[]> {
  for (const side of SIDES) {
    const endpoint = side === 'source' ? listSourceObjects : listTargetObjects;
    let after = 0;
    for (;;) {
      const query = { limit: CHUNK, sort: 'id', after };
      const objects = await call(endpoint, { params: { id: projectId }, query, signal });
      yield objects.map((row) => ({
        ...row,
        side,
        developer: row.developer_name,
        tester: row.tester_name,
      }));
      if (objects.length < CHUNK) break;
      const last = objects.at(-1);
      after = last?.source_objectid ?? last?.target_objectid ?? 0;
    }
  }
}

export function SpreadsheetPage() {
  const t = useTexts('spreadsheet');
  return (
    <ProjectScreen title={() => t('title')} subtitle={t('subtitle')}>
      {(project) => (
        <Stack gap="lg" key={project.Project_Id}>
          <ImportList project={project} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <ExportList project={project} />
            <Template />
          </SimpleGrid>
        </Stack>
      )}
    </ProjectScreen>
  );
}
