import { Button, NativeSelect, Paper, Table, Text, Title } from '@mantine/core';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { type Client, addClient, listClients, removeClient } from '../../../contract/clients.ts';
import { requiredText } from '../../../contract/fields.ts';
import { call, errorText } from '../../lib/api.ts';
import { useUserNames } from '../../lib/choices.ts';
import { fieldMessage, placeServerErrors } from '../../lib/forms.ts';
import { formatDate } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { confirm } from '../../ui/confirm.tsx';
import { Form } from '../../ui/form.tsx';
import { Loaded } from '../../ui/load-failed.tsx';
import { Page } from '../../ui/page.tsx';
import { Sideways } from '../../ui/sideways.tsx';
import { PeopleNav } from '../users/people-nav.tsx';
import { useProjectOptions } from '../users/use-project-options.ts';

const given = z.object({ user_id: requiredText(20), Project_Id: requiredText(20) });
const FIELDS = ['user_id', 'Project_Id'] as const;

/** Administers clients: people who see and sign a project without working on it. */
export function ClientsPage() {
  const t = useTexts('clients');
  const clients = useQuery({
    queryKey: queryKeys.clients,
    queryFn: ({ signal }) => call(listClients, { signal }),
  });
  return (
    <Page title={t('title')} subtitle={t('text')} above={<PeopleNav />} width={720}>
      <Paper withBorder p="lg">
        <Give />
      </Paper>
      <Paper withBorder p="lg" component="section" aria-label={t('listed')}>
        <Title order={2} size="h4" mb="xs">
          {t('listed')}
        </Title>
        <Loaded query={clients}>
          {(found) => (found.length === 0 ? <Text>{t('nobody')}</Text> : <List clients={found} />)}
        </Loaded>
      </Paper>
    </Page>
  );
}

/** Invalidates what depends on the list of clients. */
function useChanged() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [queryKeys.clients, queryKeys.users, queryKeys.allObjects].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
}

function Give() {
  const t = useTexts('clients');
  const users = useUserNames();
  const changed = useChanged();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, resetField, setError } = useForm({
    resolver: zodResolver(given),
    defaultValues: { user_id: '', Project_Id: '' },
  });
  const submit = handleSubmit(async (body) => {
    setFailure(null);
    try {
      const params = { id: Number(body.Project_Id) };
      const made = await call(addClient, { params, body: { user_id: Number(body.user_id) } });
      notifySuccess(t('given', { name: made.username, project: made.Project_Name }));
      // Keeps the project selected: it is often shown to several people in turn.
      resetField('user_id');
      await changed();
    } catch (error) {
      if (!placeServerErrors(error, FIELDS, setError)) setFailure(errorText(error));
    }
  });
  const { errors, isSubmitting } = formState;
  const options = {
    user_id: (users.data ?? []).map((user) => ({
      value: String(user.user_id),
      label: user.username,
    })),
    Project_Id: useProjectOptions(),
  };
  return (
    <Form
      label={t('give')}
      action={t('give')}
      busy={isSubmitting}
      failure={failure}
      onSubmit={submit}
    >
      {FIELDS.map((name) => (
        <NativeSelect
          key={name}
          label={t(name)}
          required
          data={[{ value: '', label: t('choose') }, ...options[name]]}
          error={fieldMessage(t(name), errors[name])}
          {...register(name)}
        />
      ))}
      <Text size="sm" c="dimmed">
        {t('sees')}
      </Text>
    </Form>
  );
}

function List({ clients }: { clients: readonly Client[] }) {
  const t = useTexts('clients');
  return (
    <Sideways label={t('listed')}>
      <Table aria-label={t('listed')} miw={480}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('user_id')}</Table.Th>
            <Table.Th scope="col">{t('Project_Id')}</Table.Th>
            <Table.Th scope="col">{t('since')}</Table.Th>
            <Table.Th scope="col">{t('actions')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {clients.map((one) => (
            <Table.Tr key={`${one.Project_Id} ${one.user_id}`}>
              <Table.Th scope="row" fw={400}>
                <bdi>{one.username}</bdi>
              </Table.Th>
              <Table.Td>
                <bdi>{one.Project_Name}</bdi>
              </Table.Td>
              <Table.Td>{formatDate(one.since)}</Table.Td>
              <Table.Td>
                <TakeBack client={one} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Sideways>
  );
}

function TakeBack({ client }: { client: Client }) {
  const t = useTexts('clients');
  const changed = useChanged();
  const { Project_Id: id, user_id, username: name, Project_Name: project } = client;
  const takeBack = useMutation({
    mutationFn: () => call(removeClient, { params: { id, user_id } }),
    onSuccess: () => notifySuccess(t('takenBack', { name, project })),
    onError: notifyError,
    onSettled: changed,
  });
  const ask = async () => {
    const sure = await confirm(() => ({
      title: t('takeBackTitle', { name, project }),
      lines: [t('takeBackText')],
      confirm: t('takeBack'),
      danger: true,
    }));
    if (sure) takeBack.mutate();
  };
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={takeBack.isPending}
      aria-label={t('takeBackOf', { name, project })}
      onClick={() => void ask()}
    >
      {t('takeBack')}
    </Button>
  );
}
