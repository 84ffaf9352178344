import { Button, Group, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { MAX_BULK_EDIT, editObjects } from '../../../contract/objects.ts';
import { call } from '../../lib/api.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { queryKeys } from '../../lib/query-keys.ts';

interface Props {
  projectId: number;
  selected: ReadonlySet<string>;
}

/** Sets the due date of the selected rows; an empty value clears it. */
export function DueDateField({ projectId, selected }: Props) {
  const t = useTexts('objects');
  const words = useTexts('object-words');
  const client = useQueryClient();
  const [day, setDay] = useState('');
  const set = useMutation({
    mutationFn: async () => {
      const ids = [...selected].map(Number);
      let saved = 0;
      for (let start = 0; start < ids.length; start += MAX_BULK_EDIT) {
        const part = ids.slice(start, start + MAX_BULK_EDIT);
        const done = await call(editObjects, { body: { ids: part, due_date: day || null } });
        saved += done.saved;
      }
      return saved;
    },
    onSuccess: (count) => notifySuccess(t('bulkSaved', { count })),
    onError: notifyError,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: queryKeys.objects(projectId) });
      void client.invalidateQueries({ queryKey: queryKeys.dashboards });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    set.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group gap="xs" align="flex-end">
        <TextInput
          type="date"
          label={words('due_date')}
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={set.isPending}>
          {t(day ? 'setDueDate' : 'clearDueDate')}
        </Button>
      </Group>
    </form>
  );
}
