import { Spotlight } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import type { z } from 'zod';
import type { search } from '../../../contract/search.ts';
import { useObjectWords } from '../../lib/object-texts.ts';
import { Icon } from '../../ui/icons.tsx';
import { useSearchTexts } from './texts.ts';
import { useWayToObject } from './use-way-to-object.ts';

type Found = z.output<typeof search.response>;

export function FoundProjects({ projects }: Pick<Found, 'projects'>) {
  const t = useSearchTexts();
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
  const t = useSearchTexts();
  const words = useObjectWords();
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
  const t = useSearchTexts();
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
