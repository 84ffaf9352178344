import { Button, Group, Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, lazy, useState } from 'react';
import {
  SIGNOFF_ROLES,
  type Signoff,
  type SignoffRole,
  type Signoffs,
} from '../../../contract/signoff.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { Loaded } from '../../ui/load-failed.tsx';
import { Dot } from '../../ui/marks.tsx';
import { SIGNOFF_PLACE } from './queries.ts';
import { type SignedScope, signoffsQuery } from './queries.ts';
import { SignedLine } from './signed-line.tsx';
import classes from './signoff.module.css';

const SignDialog = lazy(() =>
  import('./sign-dialog.tsx').then((module) => ({ default: module.SignDialog })),
);

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
