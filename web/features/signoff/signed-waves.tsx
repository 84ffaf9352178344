import { Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SIGNOFF_ROLES, type SignedWave } from '../../../contract/signoff.ts';
import { formatDate } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { Figures } from '../../ui/figures.tsx';
import { Dotted } from '../../ui/marks.tsx';
import classes from './signoff.module.css';
import { signedWavesQuery, SIGNOFF_PLACE } from './queries.ts';
import { NotLoaded } from '../../ui/load-failed.tsx';

interface Props {
  projectId: number;
  /** The screen of a single wave. */
  to: '/waves' | '/client';
}

/** Sign-offs of each wave, including reopened ones; renders nothing if no wave has pairs. */
export function SignedWaves({ projectId, to }: Props) {
  const t = useTexts('signoff');
  const query = useQuery(signedWavesQuery(projectId));
  const { data: waves = [] } = query;
  if (waves.length === 0) return <NotLoaded query={query} title={t('waves')} />;
  const isSigned = (role: string) =>
    waves.some(({ signoffs }) => signoffs.some((one) => one.role === role));
  const roles = SIGNOFF_ROLES.filter(
    (role) => role === 'developer' || role === 'tester' || isSigned(role),
  );
  return (
    <Paper withBorder p="lg" component="section" aria-label={t('waves')}>
      <Title order={2} size="h4" mb="xs">
        {t('waves')}
      </Title>
      <Figures
        label={t('waves')}
        headers={[t('wave'), ...roles.map((role) => t(`role_${role}`))]}
        numbersFrom={Infinity}
        rows={waves.map((wave) => ({
          key: String(wave.wave),
          cells: [
            <Link
              key="name"
              to={to}
              search={{ project: projectId, wave: wave.wave } as never}
              hash={SIGNOFF_PLACE}
            >
              <bdi>{wave.name ?? t('waveNumber', { number: wave.position })}</bdi>
            </Link>,
            ...roles.map((role) => (
              <Marks key={role} signoffs={wave.signoffs.filter((one) => one.role === role)} />
            )),
          ],
        }))}
      />
    </Paper>
  );
}

/** Who signed in one role. */
function Marks({ signoffs }: Pick<SignedWave, 'signoffs'>) {
  const t = useTexts('signoff');
  if (signoffs.length === 0) return t('notSigned');
  return signoffs.map(({ id, state, signed_by: name, signed_at: at }) => (
    <Dotted key={id} tone={state === 'standing' ? 'good' : 'bad'}>
      {t(state === 'standing' ? 'markStands' : 'markReopened', {
        name: name ?? t('deletedAccount'),
        date: formatDate(at),
      })}
    </Dotted>
  ));
}

/** The roles in which a wave is signed, each above its signer; a dash without any. */
export function SignedMarks({ signoffs = [] }: Partial<Pick<SignedWave, 'signoffs'>>) {
  const t = useTexts('signoff');
  if (signoffs.length === 0) return '–';
  return signoffs.map(({ id, role, state, signed_by: by }) => (
    <div key={id}>
      <Dotted tone={state === 'standing' ? 'good' : 'bad'}>
        {state === 'standing' ? t(`role_${role}`) : t('roleReopened', { role: t(`role_${role}`) })}
      </Dotted>
      <Text size="xs" c="dimmed" className={classes.signer}>
        <bdi>{by ?? t('deletedAccount')}</bdi>
      </Text>
    </div>
  ));
}
