import { Anchor, Button, Group, Loader, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listDevelopers, listTesters } from '../../../contract/assignments.ts';
import type { Side } from '../../../contract/fields.ts';
import type { ObjectRow } from '../../../contract/objects.ts';
import type { Role } from '../../../contract/projects.ts';
import { call, errorText } from '../../lib/api.ts';
import { useObjectTexts } from './texts.ts';
import { useAssign, type Assignment } from './use-assign.ts';

interface Props {
  side: Side;
  projectId: number;
  /** Finds the selected rows; only asked when a user is chosen. */
  rows: () => ObjectRow[];
  count: number;
  onClear: () => void;
}

/** What can be done with the selected rows. */
export function AssignBanner({ side, projectId, rows, count, onClear }: Props) {
  const t = useObjectTexts();
  const assign = useAssign(side, projectId, onClear);
  const choose = (choice: Omit<Assignment, 'rows'>) => assign.mutate({ ...choice, rows: rows() });
  const shared = { projectId, disabled: assign.isPending, onChoose: choose };
  return (
    <Group gap="md" align="flex-end">
      <Text component="output" fw={600} pb={6}>
        {t('selected', { count })}
      </Text>
      {side === 'source' && <PeopleSelect forRole="developer" {...shared} />}
      <PeopleSelect forRole="tester" {...shared} />
      <Button variant="default" onClick={onClear} disabled={assign.isPending}>
        {t('clear')}
      </Button>
      {assign.isPending && (
        <Group gap="xs" pb={6}>
          <Loader size="sm" aria-hidden />
          <Text component="output">{t('assigning')}</Text>
        </Group>
      )}
      {assign.isError && (
        <Text role="alert" c="var(--mantine-color-error)" pb={6}>
          {t('assignFailed', { reason: errorText(assign.error) })}
        </Text>
      )}
    </Group>
  );
}

const NOBODY = 'nobody';

interface PeopleProps {
  forRole: Role;
  projectId: number;
  disabled: boolean;
  onChoose: (choice: Omit<Assignment, 'rows'>) => void;
}

function PeopleSelect({ forRole: role, projectId, disabled, onChoose }: PeopleProps) {
  const t = useObjectTexts();
  const people = useQuery({
    queryKey: ['people', projectId, role],
    queryFn: ({ signal }) =>
      call(role === 'developer' ? listDevelopers : listTesters, {
        params: { id: projectId },
        signal,
      }),
  });
  if (people.isError && !people.data) {
    return (
      <Group gap="xs" pb={6}>
        <Text>{t('peopleFailed', { reason: errorText(people.error) })}</Text>
        <Button size="compact-sm" variant="default" onClick={() => void people.refetch()}>
          {t('retry')}
        </Button>
      </Group>
    );
  }
  if (people.data?.length === 0) {
    return (
      <Text pb={6}>
        {t(role === 'developer' ? 'noDevelopers' : 'noTesters')}{' '}
        <Anchor component={Link} to="/admin/assignproject" inherit underline="always">
          {t('assignProject')}
        </Anchor>
      </Text>
    );
  }
  const choose = (value: string | null) => {
    const user = people.data?.find((one) => String(one.user_id) === value) ?? null;
    if (user || value === NOBODY) onChoose({ role, user });
  };
  return (
    <Select
      label={t(role === 'developer' ? 'toDeveloper' : 'toTester')}
      placeholder={t('choose')}
      searchable
      disabled={disabled || !people.data}
      value={null}
      onChange={choose}
      data={[
        ...(people.data ?? []).map((one) => ({
          value: String(one.user_id),
          label: one.username,
        })),
        { value: NOBODY, label: t('takeBack') },
      ]}
      // Above the label, which stays readable.
      comboboxProps={{ position: 'top-start', offset: 30 }}
      w={240}
    />
  );
}
