import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PairRow } from '../../../../contract/proof/pairs.ts';
import { withdrawAcceptance } from '../../../../contract/proof/definitions.ts';
import { call } from '../../../lib/api.ts';
import { formatDate } from '../../../lib/format.ts';
import { notifyError, notifySuccess } from '../../../lib/notify.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useMe } from '../../../lib/session.ts';
import { acceptancesQuery } from '../pair/queries.ts';
import { useTexts } from '../../../lib/i18n/index.ts';

/** Acceptances of a pair under a code, each with its reason and a button to withdraw it. */
export function Accepted({ pair, code }: { pair: PairRow; code: string }) {
  const t = useTexts('pair');
  const { data = [] } = useQuery(acceptancesQuery(pair.Project_Id));
  const here = data.filter((one) => one.pair_id === pair.id && one.code === code);
  return here.map(({ id, reason, until, held }) => (
    <Group key={id} gap="md">
      <Text size="sm">
        {until === null
          ? t('accepted', { reason })
          : t('acceptedUntil', { reason, date: formatDate(until) })}
        {held !== null && ` (${t('rowsHeld', { count: held })})`}
      </Text>
      <Withdraw pair={pair} acceptance={id} />
    </Group>
  ));
}

/** Only administrators may withdraw acceptances. */
export function Withdraw({ pair, acceptance }: { pair: PairRow; acceptance: number }) {
  const t = useTexts('pair');
  const client = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () => call(withdrawAcceptance, { params: { id: pair.Project_Id, acceptance } }),
    onSuccess: () => {
      notifySuccess(t('withdrawn'));
      void client.invalidateQueries({ queryKey: queryKeys.project(pair.Project_Id) });
    },
    onError: notifyError,
  });
  if (useMe().is_admin !== 1) return null;
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={withdraw.isPending}
      onClick={() => withdraw.mutate()}
    >
      {t('withdraw')}
    </Button>
  );
}
