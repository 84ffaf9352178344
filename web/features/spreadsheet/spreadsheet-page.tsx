import { SimpleGrid, Stack } from '@mantine/core';
import { ProjectScreen } from '../../ui/project-screen.tsx';
import { BringIn } from './bring-in.tsx';
import { TakeOut, Template } from './take-out.tsx';
import { useSpreadsheetTexts } from './texts.ts';

export function SpreadsheetPage() {
  const t = useSpreadsheetTexts();
  return (
    <ProjectScreen title={() => t('title')} subtitle={t('subtitle')}>
      {(project) => (
        <Stack gap="lg" key={project.Project_Id}>
          <BringIn project={project} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TakeOut project={project} />
            <Template />
          </SimpleGrid>
        </Stack>
      )}
    </ProjectScreen>
  );
}
