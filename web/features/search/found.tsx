import { Spotlight } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import type { z } from 'zod';
import type { search } from '../../../contract/search.ts';
import { Icon } from '../../ui/icons.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { listMyProjects } from '../../../contract/projects.ts';
import { call } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMe } from '../../lib/session.ts';
import { useTexts } from '../../lib/i18n/index.ts';

type Found = z.output<typeof search.response>;

export function FoundProjects({ projects }: Pick<Found, 'projects'>) {
  const t = useTexts('search');
  const navigate = useNavigate();
  if (projects.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label={t('projects')}>
      {projects.map(({ Project_Id, Project_Name, Client_Name }) => (
        <Spotlight.Action
          key={Project_Id}
          label={Project_Name}
          description={Client_Name}
          leftSection={<Icon name="database" />}
          onClick={() => void navigate({ to: '/admin/dashboard', search: { project: Project_Id } })}
        />
      ))}
    </Spotlight.ActionsGroup>
  );
}

export function FoundObjects({ objects }: Pick<Found, 'objects'>) {
  const t = useTexts('search');
  const words = useTexts('object-words');
  const goTo = useWayToObject();
  if (objects.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label={t('objects')}>
      {objects.map((object) => {
        const { id, schema_name, object_name, Project_Name, object_type, side } = object;
        return (
          <Spotlight.Action
            key={id}
            label={`${schema_name}.${object_name}`}
            description={[Project_Name, t(side), words(object_type)].join(' · ')}
            leftSection={<Icon name="table" />}
            onClick={() => void goTo(object)}
          />
        );
      })}
    </Spotlight.ActionsGroup>
  );
}

export function FoundUsers({ users }: Pick<Found, 'users'>) {
  const t = useTexts('search');
  const navigate = useNavigate();
  if (users.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label={t('users')}>
      {users.map(({ user_id, username }) => (
        <Spotlight.Action
          key={user_id}
          label={username}
          leftSection={<Icon name="user" />}
          onClick={() => void navigate({ to: '/admin/users', search: { q: username } })}
        />
      ))}
    </Spotlight.ActionsGroup>
  );
}

type FoundObject = z.output<typeof search.response>['objects'][number];

/** Opens an object where the user works on it: the results, the tester's desk or the developer's desk. */
function useWayToObject() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const user = useMe();
  const testsProject = async (projectId: number) => {
    const rows = await client.ensureQueryData({
      queryKey: queryKeys.rolesOf(user.user_id),
      queryFn: () => call(listMyProjects, { params: { id: user.user_id } }),
    });
    return rows.some(({ Project_Id, role }) => Project_Id === projectId && role === 'tester');
  };
  return async ({ id: row, Project_Id: project, side }: FoundObject) => {
    if (user.is_admin === 1) {
      return navigate({ to: '/adminresults', search: { project, side, row } });
    }
    // If the role is unknown, the tester's desk is opened: it shows less, and says so.
    const tester = side === 'target' || (await testsProject(project).catch(() => true));
    return tester
      ? navigate({ to: '/testing', search: { project, side, row } })
      : navigate({ to: '/developer', search: { project, row } });
  };
}
