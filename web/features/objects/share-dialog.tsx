import { Button, Checkbox, Group, Modal, NativeSelect, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { Side } from '../../../contract/fields.ts';
import { ROLES, type Role } from '../../../contract/projects.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { shareOut, useLoads, usePeople, type Choice } from './use-assign.ts';

interface Props {
  side: Side;
  projectId: number;
  /** Objects that are shared out, at least two. */
  count: number;
  onShare: (choice: Choice) => void;
  onClose: () => void;
}

/** Objects shared out evenly among people, beside what each has to do already. */
export function ShareDialog({ side, projectId, count, onShare, onClose }: Props) {
  const t = useTexts('objects');
  // Nothing on the target has a developer.
  const [role, setRole] = useState<Role>(side === 'source' ? 'developer' : 'tester');
  const [without, setWithout] = useState<ReadonlySet<number>>(new Set());
  const people = usePeople(projectId, role).data ?? [];
  const loadOf = useLoads(role);
  const users = people.filter(({ user_id }) => !without.has(user_id));
  const shares = shareOut(count, users);
  const toggle = (userId: number) => {
    const next = new Set(without);
    if (!next.delete(userId)) next.add(userId);
    setWithout(next);
  };
  return (
    <Modal opened onClose={onClose} title={t('shareTitle', { total: count })} size="lg">
      <Stack gap="md">
        {side === 'source' && (
          <NativeSelect
            label={t('shareRole')}
            value={role}
            data={ROLES.map((value) => ({ value, label: t(`share_${value}`) }))}
            onChange={(event) => setRole(event.currentTarget.value as Role)}
          />
        )}
        {people.length === 0 ? (
          <Text>{t(role === 'developer' ? 'noDevelopers' : 'noTesters')}</Text>
        ) : (
          <Table aria-label={t('sharePeople')} verticalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('sharePerson')}</Table.Th>
                {(['shareNow', 'shareGets'] as const).map((head) => (
                  <Table.Th key={head} scope="col" ta="end">
                    {t(head)}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {people.map(({ user_id, username }) => {
                const open = loadOf(user_id);
                const gets = shares.filter((user) => user?.user_id === user_id).length;
                return (
                  <Table.Tr key={user_id}>
                    <Table.Td>
                      <Checkbox
                        label={username}
                        checked={!without.has(user_id)}
                        onChange={() => toggle(user_id)}
                      />
                    </Table.Td>
                    <Table.Td ta="end">{open === undefined ? '–' : formatNumber(open)}</Table.Td>
                    <Table.Td ta="end">{formatNumber(gets)}</Table.Td>
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
          </Table>
        )}
        <Text size="sm" c="dimmed">
          {t('shareHint')}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button disabled={users.length === 0} onClick={() => onShare({ role, users })}>
            {t('shareNowConfirm')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
