import { Anchor, Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Verdict } from '../../../contract/proof/verdicts.ts';
import { type Signoff, withdrawSignoff } from '../../../contract/signoff.ts';
import { call } from '../../lib/api.ts';
import { formatTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { confirm } from '../../ui/confirm.tsx';
import { type SignedScope, cacheSignoffs } from './queries.ts';
import classes from './signoff.module.css';

interface Props {
  scope: SignedScope;
  signed: Signoff;
  /** Without links to the pairs. */
  plain: boolean;
}

/** A sign-off: who signed what and when, what has changed since, and a button to withdraw it. */
export function SignedLine({ scope, signed, plain }: Props) {
  const t = useTexts('signoff');
  const { state, pairs, open_pairs: open, unpaired, changed_pairs: changed } = signed;
  return (
    <div className={classes.signed}>
      <Text size="sm">
        <b>{t(`state_${state}`)}</b>
        {' · '}
        {t('signedBy', {
          name: signed.signed_by ?? t('somebody'),
          time: formatTime(signed.signed_at),
        })}
      </Text>
      {state === 'reopened' && (
        <Text size="sm">
          {changed > 0 ? t('changedSince', { changed, count: pairs }) : t('unpairedSince')}
        </Text>
      )}
      <Changes scope={scope} signed={signed} plain={plain} />
      {signed.remark && (
        <Text size="sm">
          {t('remark')}: <bdi>{signed.remark}</bdi>
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {t('signedPairs', { count: pairs, open })}
        {unpaired > 0 && ` ${t('unpaired', { count: unpaired })}`}{' '}
        <bdi title={signed.hash}>{t('hash', { hash: signed.hash.slice(0, 12) })}</bdi>
      </Text>
      {signed.ended_at && (
        <Text size="sm" c="dimmed">
          {t('endedBy', {
            name: signed.ended_by ?? t('somebody'),
            time: formatTime(signed.ended_at),
          })}
        </Text>
      )}
      {signed.may_withdraw === 1 && <Withdraw scope={scope} signed={signed} />}
    </div>
  );
}

/** The first pairs that have changed since the signature. */
function Changes({ scope, signed: { changes, changed_pairs: count }, plain }: Props) {
  const t = useTexts('signoff');
  const words = useTexts('pair-words');
  const say = (verdict: Verdict | null) => (verdict ? words(`verdict_${verdict}`) : t('notPart'));
  if (changes.length === 0) return null;
  const more = count - changes.length;
  return (
    <ul className={classes.changes}>
      {changes.map(({ pair_id: pair, name, was, now }) => (
        <li key={pair}>
          {name === null ? (
            t('pairGone', { id: pair })
          ) : plain ? (
            <bdi>{name}</bdi>
          ) : (
            <Anchor
              component={Link}
              to="/pair"
              search={{ project: scope.projectId, pair } as never}
              inherit
            >
              <bdi>{name}</bdi>
            </Anchor>
          )}
          {': '}
          {was === now
            ? t('sameVerdict', { verdict: say(now) })
            : t('fromTo', { was: say(was), now: say(now) })}
        </li>
      ))}
      {more > 0 && <li>{t('more', { count: more })}</li>}
    </ul>
  );
}

function Withdraw({ scope, signed }: Omit<Props, 'plain'>) {
  const t = useTexts('signoff');
  const client = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () =>
      call(withdrawSignoff, { params: { id: scope.projectId, signoff: signed.id } }),
    onSuccess: (made) => {
      cacheSignoffs(client, scope, made);
      notifySuccess(t('withdrawn'));
    },
    onError: notifyError,
  });
  const ask = async () => {
    const sure = await confirm({
      title: t('withdrawTitle'),
      lines: [t('withdrawText', { name: signed.signed_by ?? t('somebody') })],
      confirm: t('withdraw'),
      danger: true,
    });
    if (sure) withdraw.mutate();
  };
  return (
    <Button
      variant="default"
      size="compact-sm"
      mt={4}
      className={classes.act ?? ''}
      aria-label={t('withdrawOf', {
        role: t(`role_${signed.role}`),
        name: signed.signed_by ?? t('somebody'),
      })}
      loading={withdraw.isPending}
      onClick={() => void ask()}
    >
      {t('withdraw')}
    </Button>
  );
}
