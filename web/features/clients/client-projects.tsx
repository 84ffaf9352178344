import { Anchor, Paper, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ClientProject } from '../../../contract/clients.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { ProjectProgress } from '../projects/project-progress.tsx';

/** The projects of a client, with their progress. */
export function ClientProjects({ projects }: { projects: readonly ClientProject[] }) {
  const t = useTexts('clients');
  const words = useTexts('projects');
  return (
    <Stack gap="sm" component="section" aria-label={t('forYou')}>
      <Text fw={600}>{t('forYou')}</Text>
      {projects.map((project) => (
        <Paper key={project.Project_Id} withBorder p="md">
          <Anchor
            fw={600}
            renderRoot={(props) => (
              <Link to="/client" search={{ project: project.Project_Id }} {...props} />
            )}
          >
            <bdi>{project.Project_Name}</bdi>
          </Anchor>
          <Text size="sm" c="dimmed">
            {t('move', {
              source: project.Source_Database_Name,
              target: project.Target_Database_Name,
              client: project.Client_Name,
            })}
          </Text>
          <ProjectProgress row={{ ...project, role: null }} t={words} next={null} />
        </Paper>
      ))}
    </Stack>
  );
}
