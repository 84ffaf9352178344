import { Alert, Button, Group, List, Loader, Modal, Stack, Table, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { proposeSets, type CallSets, type PairCall } from '../../../../contract/proof/calls.ts';
import type { PairRow } from '../../../../contract/proof/pairs.ts';
import { call, errorText } from '../../../lib/api.ts';
import { useTexts } from '../../../lib/i18n/index.ts';
import type { Sets } from './parameter-sets.tsx';
import { NULL } from '../rows/shown.ts';
import { Sideways } from '../../../ui/sideways.tsx';

interface Props {
  pair: PairRow;
  texts: Pick<PairCall, 'source_text' | 'target_text'>;
  /** The existing sets. */
  sets: Sets;
  /** Whether nothing can be run, so that sets are not proposed either. */
  disabled: boolean;
  onTake: (sets: Sets, run: boolean) => void;
}

/** Maximum number of sets of one call. */
const MAX_SETS = 100;

/** Shows parameter sets made from rows of both sides; the user adds them, or adds and runs them. */
export function ProposeSets({ pair, texts, sets, disabled, onTake }: Props) {
  const t = useTexts('pair');
  const found = useMutation({
    mutationFn: () =>
      call(proposeSets, { params: { id: pair.Project_Id, pair: pair.id }, body: texts }),
  });
  const filled = sets.filter(({ values }) => Object.keys(values).length > 0);
  const added = newSets(filled, found.data?.sets ?? []);
  const take = (run: boolean) => {
    onTake([...filled, ...added], run);
    found.reset();
  };
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        disabled={disabled}
        onClick={() => found.mutate()}
      >
        {t('proposeSets')}
      </Button>
      <Modal
        opened={!found.isIdle}
        centered
        size="xl"
        title={t('proposeSetsTitle')}
        onClose={() => found.reset()}
      >
        <Stack gap="md">
          {found.isPending && <Loader aria-label={t('readingValues')} />}
          {found.isError && (
            <Alert color="red" role="alert">
              {errorText(found.error)}
            </Alert>
          )}
          {found.data && <Proposed found={found.data} added={added} />}
          <Group justify="flex-end">
            <Button variant="default" disabled={added.length === 0} onClick={() => take(false)}>
              {t('takeSets')}
            </Button>
            <Button disabled={added.length === 0} onClick={() => take(true)}>
              {t('runSets', { count: filled.length + added.length })}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}

function Proposed({ found, added }: { found: CallSets; added: Sets }) {
  const t = useTexts('pair');
  const names = found.from.map(({ name }) => name);
  if (added.length === 0) return <Text size="sm">{t('noNewSets')}</Text>;
  return (
    <>
      <List size="sm">
        {found.from.map(({ name, column }) => (
          <List.Item key={name}>
            <bdi dir="ltr">:{name}</bdi>{' '}
            {column === null ? t('valuesOfType') : t('valuesOfColumn', { column })}
          </List.Item>
        ))}
      </List>
      <Sideways label={t('proposeSetsTitle')} maxHeight={360}>
        <Table aria-label={t('proposeSetsTitle')} dir="ltr">
          <Table.Thead>
            <Table.Tr>
              {names.map((name) => (
                <Table.Th key={name}>:{name}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {added.map(({ values }) => (
              <Table.Tr key={JSON.stringify(values)}>
                {names.map((name) => (
                  <Table.Td key={name}>{shown(values[name], t('emptyText'))}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Sideways>
    </>
  );
}

const shown = (value: string | null | undefined, empty: string) =>
  value === '' ? (
    <Text span size="sm" c="dimmed">
      {empty}
    </Text>
  ) : (
    (value ?? NULL)
  );

/** The proposed sets that do not exist yet. */
function newSets(sets: Sets, proposed: CallSets['sets']): Sets {
  const valuesOf = (values: Sets[number]['values']) =>
    JSON.stringify(Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  const there = new Set(sets.map(({ values }) => valuesOf(values)));
  return proposed
    .filter(({ values }) => !there.has(valuesOf(values)))
    .slice(0, MAX_SETS - sets.length)
    .map((set) => ({ ...set, expected_error: null }));
}
