import { Modal, Stack, Table, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type OtherKind, listOthers } from '../../../../contract/proof/others.ts';
import { call } from '../../../lib/api.ts';
import { useTexts } from '../../../lib/i18n/index.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { Loaded } from '../../../ui/load-failed.tsx';

/** A kind of object, in a schema and its counterpart. */
export interface Chosen {
  kind: OtherKind;
  source_schema: string | null;
  target_schema: string | null;
}

interface Props {
  projectId: number;
  chosen: Chosen;
  onClose: () => void;
}

/** Names of one kind in a schema and its counterpart, read from the databases now; names missing on a side come first. */
export function NamesDialog({ projectId, chosen, onClose }: Props) {
  const t = useTexts('others');
  const { kind, source_schema, target_schema } = chosen;
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 300);
  const query = {
    ...(source_schema !== null && { source_schema }),
    ...(target_schema !== null && { target_schema }),
    ...(search && { search }),
  };
  const found = useQuery({
    queryKey: queryKeys.otherNames(projectId, kind, query),
    queryFn: ({ signal }) => call(listOthers, { params: { id: projectId, kind }, query, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Modal
      opened
      centered
      size="xl"
      onClose={onClose}
      title={`${t(kind)}: ${source_schema ?? '–'} → ${target_schema ?? '–'}`}
    >
      <Stack gap="sm">
        <TextInput
          type="search"
          label={t('search')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Loaded query={found}>
          {({ total, names }) => (
            <>
              <Text size="sm" c="dimmed" role="status">
                {total > names.length
                  ? t('shown', { shown: names.length, total })
                  : t('found', { total })}
              </Text>
              <Table fz="sm" verticalSpacing={4} aria-label={t(kind)}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th scope="col">{t('source')}</Table.Th>
                    <Table.Th scope="col">{t('target')}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {names.map(({ source, target }, index) => (
                    <Table.Tr key={`${index} ${source} ${target}`}>
                      <Name name={source} />
                      <Name name={target} />
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </>
          )}
        </Loaded>
      </Stack>
    </Modal>
  );
}

function Name({ name }: { name: string | null }) {
  const t = useTexts('others');
  return (
    <Table.Td style={{ overflowWrap: 'anywhere' }} {...(name === null && { c: 'red' })}>
      {name === null ? t('noNamesake') : <bdi>{name}</bdi>}
    </Table.Td>
  );
}
