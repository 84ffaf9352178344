import { SimpleGrid, Stack } from '@mantine/core';
import { ProjectScreen } from '../projects/project-screen.tsx';
import { ImportList } from './import-list.tsx';
import { ExportList, Template } from './export-list.tsx';
import { useTexts } from '../../lib/i18n/index.ts';

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
