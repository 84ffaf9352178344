import { Checkbox, Modal, NativeSelect, Table, Text } from '@mantine/core';
import { Controller, useForm } from 'react-hook-form';
import type { Side } from '../../../contract/fields.ts';
import { ROLES, type Role } from '../../../contract/projects.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { Form } from '../../ui/form.tsx';
import { shareOut, useLoads, usePeople, type Choice } from './use-assign.ts';

interface Props {
  side: Side;
  projectId: number;
  /** Number of objects to distribute, at least two. */
  count: number;
  onShare: (choice: Choice) => void;
  onClose: () => void;
}

interface Sharing {
  role: Role;
  /** Ids of people who get nothing. */
  without: number[];
}

/** Distributes objects evenly among people, and shows the open work of each. */
export function ShareDialog({ side, projectId, count, onShare, onClose }: Props) {
  const t = useTexts('objects');
  // Target objects have no developer.
  const first: Role = side === 'source' ? 'developer' : 'tester';
  const { control, register, handleSubmit, watch } = useForm<Sharing>({
    defaultValues: { role: first, without: [] },
  });
  const { role, without } = watch();
  const people = usePeople(projectId, role).data ?? [];
  const loadOf = useLoads(role);
  const users = people.filter(({ user_id }) => !without.includes(user_id));
  const shares = shareOut(count, users);
  return (
    <Modal opened onClose={onClose} title={t('shareTitle', { total: count })} size="lg">
      <Form
        label={t('shareTitle', { total: count })}
        action={t('shareNowConfirm')}
        busy={false}
        disabled={users.length === 0}
        onSubmit={handleSubmit(() => onShare({ role, users }))}
        onCancel={onClose}
      >
        {side === 'source' && (
          <NativeSelect
            label={t('shareRole')}
            data={ROLES.map((value) => ({ value, label: t(`share_${value}`) }))}
            {...register('role')}
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
                      <Controller
                        control={control}
                        name="without"
                        render={({ field }) => (
                          <Checkbox
                            label={username}
                            checked={!field.value.includes(user_id)}
                            onChange={(event) => {
                              const others = field.value.filter((id) => id !== user_id);
                              const { checked } = event.currentTarget;
                              field.onChange(checked ? others : [...others, user_id]);
                            }}
                          />
                        )}
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
      </Form>
    </Modal>
  );
}
