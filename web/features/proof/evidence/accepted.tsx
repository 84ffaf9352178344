import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Coverage, PairRow } from '../../../../contract/proof/pairs.ts';
import {
  type Acceptance,
  CALL_PARTLY,
  DATA_CAUSE,
  DATA_DIFFERENT,
  DATA_PARTLY,
  withdrawAcceptance,
} from '../../../../contract/proof/definitions.ts';
import { call } from '../../../lib/api.ts';
import { formatDate } from '../../../lib/format.ts';
import { notifyError, notifySuccess } from '../../../lib/notify.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useMe } from '../../../lib/session.ts';
import { acceptancesQuery } from '../pair/queries.ts';
import { type Texts, useTexts } from '../../../lib/i18n/index.ts';
import { useState } from 'react';
import { AcceptDialog } from './accept-dialog.tsx';

/** The part of a definition that a finding is about, by the prefix of its code. */
const PARTS = {
  object: 'object',
  column: 'column',
  type: 'column',
  primaryKey: 'primary key',
  uniqueKey: 'unique key',
  foreignKey: 'foreign key',
  check: 'check',
  index: 'index',
  trigger: 'trigger',
  rule: 'rule',
  grant: 'grant',
  numbering: 'column',
  parameter: 'parameter',
  returns: 'returns',
  text: 'text',
  comment: 'comment',
} as const;

/** The subject of an acceptance, in words. */
export function describeAccepted(t: Texts<'pair'>, code: string, name: string | null): string {
  if (code === DATA_DIFFERENT) return t('acceptedOf_rows');
  if (code === DATA_CAUSE)
    return `${t('acceptedOf_rows')}: ${t(`cause_${name}` as 'cause_doubled')}`;
  if (code === DATA_PARTLY) return t('acceptedOf_rowsPart');
  if (code === CALL_PARTLY) return t('acceptedOf_callPart');
  const start = code.split('.')[0]!;
  const part = Object.hasOwn(PARTS, start) ? PARTS[start as keyof typeof PARTS] : 'object';
  return [t(`part_${part}`), name].filter(Boolean).join(' ');
}

/** The same with the text of each side, such as a type or one of two swapped columns. */
export function describeBoth(
  t: Texts<'pair'>,
  acceptance: Pick<Acceptance, 'code' | 'name' | 'names' | 'source' | 'target'>,
): string {
  const { code, name, names, source, target } = acceptance;
  const sides = [source, target].filter(Boolean).join(code === DATA_CAUSE ? ' ↔ ' : ' → ');
  return [describeAccepted(t, code, names?.join(', ') ?? name), sides].filter(Boolean).join(': ');
}

/** Acceptances of a pair under a code, each with its reason and a button to withdraw it. */
export function Accepted({ pair, code }: { pair: PairRow; code: string }) {
  const t = useTexts('pair');
  const { data = [] } = useQuery(acceptancesQuery(pair.Project_Id));
  const here = data.filter((one) => one.pair_id === pair.id && one.code === code);
  return here.map((one) => {
    const { id, reason, until, held } = one;
    return (
      <Group key={id} gap="md">
        <Text size="sm">
          {until === null
            ? t('accepted', { reason })
            : t('acceptedUntil', { reason, date: formatDate(until) })}
          {held !== null && ` (${t('rowsHeld', { count: held })})`}
          {code === DATA_CAUSE && ` (${describeBoth(t, one)})`}
        </Text>
        <Withdraw pair={pair} acceptance={id} />
      </Group>
    );
  });
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

/** What a comparison of rows left out, in words; includes what rules leave out. */
export const notComparedOf = (t: Texts<'pair'>, { by, complete, left_out }: Coverage): string[] => [
  ...(by === 'values' ? [] : [t(`gap_${by}`)]),
  ...(complete ? [] : [t('gap_cut')]),
  ...left_out.map(({ name, why }) => t(`gap_${why}`, { name })),
];

/** Lets an administrator accept what was not compared of a pair's rows, or of its call. */
export function AcceptPartly({ pair }: { pair: PairRow }) {
  const t = useTexts('pair');
  const [asked, setAsked] = useState(false);
  if (useMe().is_admin !== 1) return null;
  const isRows = pair.data_result === 'partly_compared';
  const what = pair.data_coverage ? notComparedOf(t, pair.data_coverage).join('; ') : '';
  const finding = {
    code: isRows ? DATA_PARTLY : CALL_PARTLY,
    name: null,
    source: null,
    target: null,
    detail: isRows ? t('acceptPartlyRows', { what }) : t('acceptPartlyCall'),
  };
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setAsked(true)}>
        {t('acceptPartly')}
      </Button>
      {asked && <AcceptDialog pair={pair} finding={finding} onClose={() => setAsked(false)} />}
    </>
  );
}
