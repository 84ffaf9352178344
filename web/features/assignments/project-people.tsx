import { Group, Stack, Text } from '@mantine/core';
import { ROLES, type ProjectRow, type Role } from '../../../contract/projects.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { useLoads } from '../objects/use-assign.ts';

/** The members of a project, with the open work of each across all projects. */
export function ProjectPeople({ project }: { project: ProjectRow }) {
  const t = useTexts('assignments');
  const people = ROLES.flatMap((role) =>
    project[role].map((id, index) => ({ id, role, name: project[`${role}_names`][index] })),
  );
  return (
    <Stack gap={4} component="section" aria-label={t('already')}>
      <Text size="sm" fw={600}>
        {t('already')}
      </Text>
      {people.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('nobody')}
        </Text>
      )}
      {people.map(({ id, role, name }) => (
        <Group key={`${id} ${role}`} gap="sm" justify="space-between" fz="sm">
          <bdi>{name}</bdi>
          <Text size="sm" c="dimmed">
            {t(role)} · <Loads userId={id} roles={[role]} />
          </Text>
        </Group>
      ))}
    </Stack>
  );
}

/** A person's open work in each of these roles. */
export function Loads({ userId, roles = ROLES }: { userId: number; roles?: readonly Role[] }) {
  const t = useTexts('objects');
  const loadOf = { developer: useLoads('developer'), tester: useLoads('tester') };
  return roles
    .map((role) => {
      const open = loadOf[role](userId);
      return open === undefined ? '–' : t(`open_${role}`, { open });
    })
    .join(' · ');
}
