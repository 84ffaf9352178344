import { Button, Group, Paper, Text, Title, Anchor } from '@mantine/core';
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import {
  SIGNOFF_ROLES,
  type Signoff,
  type SignoffRole,
  type Signoffs,
  withdrawSignoff,
} from '../../../contract/signoff.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { Loaded } from '../../ui/load-failed.tsx';
import { Dot } from '../../ui/marks.tsx';
import { SIGNOFF_PLACE, type SignedScope, signoffsQuery, cacheSignoffs } from './queries.ts';
import classes from './signoff.module.css';
import { Link } from '@tanstack/react-router';
import type { Verdict } from '../../../contract/proof/verdicts.ts';
import { call } from '../../lib/api.ts';
import { formatTime } from '../../lib/format.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { confirm } from '../../ui/confirm.tsx';
import { later } from '../../ui/later.ts';

const SignDialog = later(() => import('./sign-dialog.tsx'), 'SignDialog');

interface Props {
  scope: SignedScope;
  /** Without links, for users who may not open the list of pairs. */
  plain?: boolean;
  /** What is signed, if it differs from the subject of the page. */
  about?: string;
}

/** Sign-offs of the proof of a project, wave or pair by role, and whether they still apply. */
export function SignoffSection({ scope, plain = false, about = '' }: Props) {
  const t = useTexts('signoff');
  const query = useQuery(signoffsQuery(scope));
  return (
    <Paper id={SIGNOFF_PLACE} withBorder p="lg" component="section" aria-label={t('title')}>
      <Loaded query={query} height={120}>
        {(found) => <Found scope={scope} found={found} plain={plain} about={about} />}
      </Loaded>
    </Paper>
  );
}

function Found({ scope, found, plain, about }: Required<Props> & { found: Signoffs }) {
  const t = useTexts('signoff');
  const [isSigning, setSigning] = useState(false);
  const { signoffs, pairs, open_pairs: open, unpaired, roles } = found;
  const current = signoffs.filter(({ ended_at: ended }) => ended === null);
  const shown = SIGNOFF_ROLES.filter(
    (role) =>
      role !== 'client' || found.has_clients === 1 || current.some((one) => one.role === role),
  );
  const earlier = signoffs.filter(({ ended_at: ended }) => ended !== null);
  return (
    <>
      <Group justify="space-between" align="flex-start" mb="xs">
        <div>
          <Title order={2} size="h4">
            {about === '' ? t('title') : t('titleOf', { name: about })}
          </Title>
          <Text size="sm">
            {pairs === 0 ? t('nothing') : t('proofNow', { count: pairs, open })}
            {unpaired > 0 && ` ${t('unpaired', { count: unpaired })}`}
          </Text>
        </div>
        {roles.length > 0 && pairs > 0 && (
          <Button variant="default" className={classes.act ?? ''} onClick={() => setSigning(true)}>
            {t('open')}
          </Button>
        )}
      </Group>
      <ul className={classes.roles}>
        {shown.map((role) => (
          <RoleLine
            key={role}
            role={role}
            scope={scope}
            plain={plain}
            signed={current.filter((one) => one.role === role)}
          />
        ))}
      </ul>
      {earlier.length > 0 && (
        <details>
          <summary>{t('earlier', { count: earlier.length })}</summary>
          <ul className={classes.roles}>
            {earlier.map((one) => (
              <li key={one.id}>
                <Dot tone={undefined} />
                <Text fw={600}>{t(`role_${one.role}`)}</Text>
                <SignedLine scope={scope} signed={one} plain={plain} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <Suspense fallback={null}>
        {isSigning && <SignDialog scope={scope} found={found} onClose={() => setSigning(false)} />}
      </Suspense>
    </>
  );
}

interface RoleProps extends Required<Omit<Props, 'about'>> {
  role: SignoffRole;
  signed: readonly Signoff[];
}

/** A role counts as signed while a sign-off of somebody with that role stands. */
function RoleLine({ scope, role, signed, plain }: RoleProps) {
  const t = useTexts('signoff');
  const stands = signed.some(({ state }) => state === 'standing');
  return (
    <li>
      <Dot tone={stands ? 'good' : signed.length > 0 ? 'bad' : undefined} />
      <Text fw={600}>{t(`role_${role}`)}</Text>
      <div>
        {signed.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('notSigned')}
          </Text>
        )}
        {signed.map((one) => (
          <SignedLine key={one.id} scope={scope} signed={one} plain={plain} />
        ))}
      </div>
    </li>
  );
}

interface SignedLineProps {
  scope: SignedScope;
  signed: Signoff;
  /** Without links to the pairs. */
  plain: boolean;
}

/** A sign-off: who signed what and when, what has changed since, and a button to withdraw it. */
function SignedLine({ scope, signed, plain }: SignedLineProps) {
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
function Changes({ scope, signed: { changes, changed_pairs: count }, plain }: SignedLineProps) {
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

function Withdraw({ scope, signed }: Omit<SignedLineProps, 'plain'>) {
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
    const sure = await confirm(() => ({
      title: t('withdrawTitle'),
      lines: [t('withdrawText', { name: signed.signed_by ?? t('somebody') })],
      confirm: t('withdraw'),
      danger: true,
    }));
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
