import { NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { id } from '../../../contract/fields.ts';
import { listProjects, type ProjectRow } from '../../../contract/projects.ts';
import { call } from '../../lib/api.ts';
import { useProjectSearch } from '../../lib/search.ts';
import { selected } from '../../lib/selection.ts';
import { useMe } from '../../lib/session.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Page } from '../../ui/page.tsx';
import { BringIn } from './bring-in.tsx';
import { TakeOut, Template } from './take-out.tsx';
import { useSpreadsheetTexts } from './texts.ts';

export function SpreadsheetPage() {
  const t = useSpreadsheetTexts();
  const user = useMe();
  const navigate = useNavigate();
  const projects = useQuery({
    queryKey: ['projects', user.user_id, false],
    queryFn: ({ signal }) => call(listProjects, { query: {}, signal }),
  });
  // The address is the truth; without a project there, the one that was looked at last.
  const wanted =
    id.safeParse(useProjectSearch().project).data ?? selected('project')?.Project_Id ?? null;
  const project = projects.data?.find(({ Project_Id }) => Project_Id === wanted);
  const choose = (value: string) =>
    void navigate({
      to: '.',
      search: (value ? { project: Number(value) } : {}) as never,
      replace: true,
    });
  return (
    <Page
      title={t('title')}
      subtitle={t('subtitle')}
      actions={
        projects.data && (
          <NativeSelect
            aria-label={t('project')}
            value={project ? String(project.Project_Id) : ''}
            onChange={(event) => choose(event.currentTarget.value)}
            data={[
              { value: '', label: t('chooseProject') },
              ...projects.data.map((row) => ({
                value: String(row.Project_Id),
                label: `${row.Project_Id} · ${row.Project_Name}`,
              })),
            ]}
          />
        )
      }
    >
      {projects.isError && !projects.data && (
        <LoadFailed
          title={t('failedProjects')}
          error={projects.error}
          onRetry={() => void projects.refetch()}
        />
      )}
      {projects.data && !project && <Text>{t('projectFirst')}</Text>}
      {project && <Both key={project.Project_Id} project={project} />}
    </Page>
  );
}

function Both({ project }: { project: ProjectRow }) {
  return (
    <Stack gap="lg">
      <BringIn project={project} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TakeOut project={project} />
        <Template />
      </SimpleGrid>
    </Stack>
  );
}
