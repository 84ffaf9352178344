import { Anchor, Button, Group, Loader, Select, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { Side } from '../../../contract/fields.ts';
import type { Role } from '../../../contract/projects.ts';
import { errorText } from '../../lib/api.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import {
  namesOf,
  useAssign,
  useLoads,
  usePeople,
  type Assigned,
  type Choice,
} from './use-assign.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { later } from '../../ui/later.ts';

const ShareDialog = later(() => import('./share-dialog.tsx'), 'ShareDialog');

interface Props {
  side: Side;
  projectId: number;
  selected: ReadonlySet<string>;
  onAssigned: (assigned: Assigned) => void;
}

/** Actions on the selected rows. */
export function AssignBanner({ side, projectId, selected, onAssigned }: Props) {
  const t = useTexts('objects');
  const assign = useAssign(side, projectId, onAssigned);
  const [sharing, setSharing] = useState(false);
  const shared = {
    projectId,
    disabled: assign.isPending,
    onChoose: (choice: Choice) => assign.mutate({ ...choice, ids: [...selected] }),
  };
  return (
    <>
      {side === 'source' && <PeopleSelect forRole="developer" {...shared} />}
      <PeopleSelect forRole="tester" {...shared} />
      {selected.size > 1 && (
        <Button
          variant="default"
          disabled={assign.isPending}
          onClick={() => setSharing(true)}
          style={{ alignSelf: 'flex-end' }}
        >
          {t('share')}
        </Button>
      )}
      {sharing && (
        <Suspense fallback={null}>
          <ShareDialog
            {...{ side, projectId }}
            count={selected.size}
            onShare={(choice) => {
              setSharing(false);
              shared.onChoose(choice);
            }}
            onClose={() => setSharing(false)}
          />
        </Suspense>
      )}
      {assign.isPending && (
        <Group gap="xs">
          <Loader size="sm" aria-hidden />
          <Text component="output">{t('assigning')}</Text>
        </Group>
      )}
      {assign.isError && (
        <Text role="alert" c="var(--mantine-color-error)">
          {t('assignFailed', { reason: errorText(assign.error) })}
        </Text>
      )}
    </>
  );
}

interface LastProps {
  last: Assigned;
  undoing: boolean;
  onUndo: () => void;
  onClose: () => void;
}

/** The last assignment, with a button to undo it. */
export function LastAssignment({ last, undoing, onUndo, onClose }: LastProps) {
  const t = useTexts('objects');
  const { count, role, users, losing } = last;
  return (
    <Group gap="sm">
      <Text component="output">
        {users.length > 0
          ? t(`done_${role}`, { count, name: namesOf(users) })
          : t('takenBack', { count })}
        {losing.map((holder) => ` ${t('wasWith', { count: holder.count, name: holder.username })}`)}
      </Text>
      <Button size="compact-sm" variant="default" loading={undoing} onClick={onUndo}>
        {t('undo')}
      </Button>
      <Button size="compact-sm" variant="transparent" onClick={onClose}>
        {t('hide')}
      </Button>
    </Group>
  );
}

const NOBODY = 'nobody';

interface PeopleProps {
  forRole: Role;
  projectId: number;
  disabled: boolean;
  onChoose: (choice: Choice) => void;
}

function PeopleSelect({ forRole: role, projectId, disabled, onChoose }: PeopleProps) {
  const t = useTexts('objects');
  const people = usePeople(projectId, role);
  const loadOf = useLoads(role);
  if (people.isError && !people.data) {
    return (
      <LoadFailed
        title={t('peopleFailed')}
        error={people.error}
        onRetry={() => void people.refetch()}
      />
    );
  }
  if (people.data?.length === 0) {
    return (
      <Text>
        {t(role === 'developer' ? 'noDevelopers' : 'noTesters')}{' '}
        <Anchor component={Link} to="/admin/assignproject" inherit underline="always">
          {t('assignProject')}
        </Anchor>
      </Text>
    );
  }
  const choose = (value: string | null) => {
    const user = people.data?.find((one) => String(one.user_id) === value);
    if (user || value === NOBODY) onChoose({ role, users: user ? [user] : [] });
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
      renderOption={({ option }) => {
        const open = loadOf(Number(option.value));
        return (
          <Group justify="space-between" wrap="nowrap" gap="sm" w="100%">
            <bdi>{option.label}</bdi>
            {open !== undefined && option.value !== NOBODY && (
              <Text size="xs" inherit={false} opacity={0.8} style={{ whiteSpace: 'nowrap' }}>
                {t(`open_${role}`, { open })}
              </Text>
            )}
          </Group>
        );
      }}
      // Opens above the label, so that the label stays readable.
      comboboxProps={{ position: 'top-start', offset: 30, width: 320 }}
      w={240}
    />
  );
}
