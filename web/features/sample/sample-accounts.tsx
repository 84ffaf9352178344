import { Button, Code, CopyButton, Group, Modal, Stack, Table, Text } from '@mantine/core';
import type { ResponseOf } from '../../../contract/endpoint.ts';
import type { sampleAccounts } from '../../../contract/sample.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { Sideways } from '../../ui/sideways.tsx';

export type Account = ResponseOf<typeof sampleAccounts>[number];

/** The generated passwords, as long as they are unchanged. */
export function SampleAccounts({
  accounts,
  onClose,
}: {
  accounts: readonly Account[];
  onClose: () => void;
}) {
  const t = useTexts('sample');
  const all = accounts.map(({ role, username, password }) =>
    `${t(`role_${role}`)}: ${username} ${password ?? ''}`.trimEnd(),
  );
  return (
    <Modal opened onClose={onClose} title={t('loadedTitle')} size="lg">
      <Stack>
        <Text>{t('loaded')}</Text>
        <Sideways label={t('accounts')}>
          <Table aria-label={t('accounts')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('role')}</Table.Th>
                <Table.Th>{t('username')}</Table.Th>
                <Table.Th>{t('password')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {accounts.map(({ role, username, password }) => (
                <Table.Tr key={username}>
                  <Table.Td>{t(`role_${role}`)}</Table.Td>
                  <Table.Td>
                    <Code>{username}</Code>
                  </Table.Td>
                  <Table.Td>{password === null ? t('changed') : <Code>{password}</Code>}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Sideways>
        <Group justify="flex-end">
          <CopyButton value={all.join('\n')}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {t(copied ? 'copied' : 'copy')}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>{t('done')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
