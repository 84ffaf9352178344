import { Button, Card, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { VERDICTS, type ProofSummary, type Verdict } from '../../../../contract/proof/pairs.ts';
import { useTexts } from '../../../lib/i18n/index.ts';
import { useMe } from '../../../lib/session.ts';
import { GlossaryLink } from '../../glossary/glossary-link.tsx';
import classes from './proof.module.css';
import { Explained } from '../pairs/results.tsx';
import { StepButton } from './step-button.tsx';
import { countOf, openSteps, sideWithout } from './steps.ts';
import { Trend } from './trend.tsx';
import { VerdictBars } from './verdict-bars.tsx';

/** Number of proven pairs, accepted ones included, and of pairs that must be proven. */
export function provenOf(summary: Pick<ProofSummary, 'by_type'>) {
  const decided = countOf(summary, 'decided');
  const belonging = countOf(summary, 'belongs');
  return {
    total: countOf(summary, ...VERDICTS) - decided - belonging,
    proven: countOf(summary, 'proven', 'accepted'),
    accepted: countOf(summary, 'accepted'),
    decided,
    belonging,
  };
}

/** The verdicts that occur in the project, and `proven`, which all pairs should reach. */
export const verdictsOf = ({ by_type: rows }: Pick<ProofSummary, 'by_type'>): Verdict[] =>
  VERDICTS.filter(
    (verdict) => verdict === 'proven' || rows.some((row) => row.verdicts[verdict] > 0),
  );

/** The state of the proof, the next steps, and a chart. */
export function Standing({ projectId, summary }: { projectId: number; summary: ProofSummary }) {
  const t = useTexts('proof');
  return (
    <Card withBorder padding="md" component="section" aria-label={t('standing')}>
      <Picture projectId={projectId} summary={summary}>
        <Next projectId={projectId} summary={summary} />
      </Picture>
      <GlossaryLink
        terms={['pair', 'structure', 'rows', 'call', 'evidence', 'acceptance']}
        mt="xs"
      />
    </Card>
  );
}

interface PictureProps {
  projectId: number;
  summary: Pick<ProofSummary, 'by_type'> & Partial<ProofSummary>;
  /** Without links to the pairs. */
  plain?: boolean;
  /** Rendered between the figures and the bars. */
  children?: ReactNode;
}

/** How much is proven: as a percentage, as a sentence and as a bar per type. */
export function Picture({ projectId, summary, plain = false, children }: PictureProps) {
  const t = useTexts('proof');
  const { total, proven, accepted, decided, belonging } = provenOf(summary);
  const { verified_against_evidence: against = 0 } = summary;
  const verified = summary.by_type.reduce((sum, row) => sum + row.verified, 0);
  const more = [
    accepted > 0 && t('provenAccepted', { count: accepted }),
    decided > 0 && t('besidesDecided', { count: decided }),
    belonging > 0 && t('besidesBelonging', { count: belonging }),
    verified > 0 && t('verifiedObjects', { count: verified }),
    against > 0 && t('verifiedAgainst', { count: against }),
  ].filter((text) => text !== false);
  return (
    <>
      <Share proven={proven} total={total} more={more}>
        {children}
      </Share>
      <VerdictBars projectId={projectId} rows={summary.by_type} plain={plain} />
      <Trend projectId={projectId} now={{ total, proven }} />
    </>
  );
}

interface ShareProps {
  proven: number;
  total: number;
  /** What is known besides. */
  more?: readonly string[];
  children?: ReactNode;
}

/** How many of how many pairs are proven: as a percentage and as a sentence. */
export function Share({ proven, total, more = [], children }: ShareProps) {
  const t = useTexts('proof');
  // Rounds down, so that 100 % means all pairs.
  const percent = total > 0 ? Math.floor((100 * proven) / total) : 0;
  return (
    <div className={classes.standing}>
      <Text className={classes.percent}>{t('percent', { percent })}</Text>
      <div className={classes.proven}>
        <Text fw={600}>
          <Explained of="proven">{t('provenOf', { proven, total })}</Explained>
        </Text>
        {more.length > 0 && (
          <Text size="sm" c="dimmed">
            {more.join(' · ')}
          </Text>
        )}
      </div>
      {children}
    </div>
  );
}

function Next({ projectId, summary }: { projectId: number; summary: ProofSummary }) {
  const t = useTexts('proof');
  const steps = openSteps(summary);
  const isAdmin = useMe().is_admin === 1;
  const unread = isAdmin && sideWithout(summary);
  if (steps.length === 0)
    return (
      <Button
        size="compact-sm"
        renderRoot={(props: object) => (
          <Link to="/proofreport" search={{ project: projectId } as never} {...props} />
        )}
      >
        {t('nextReport')}
      </Button>
    );
  return (
    <Group gap={8} component="nav" aria-label={t('next')}>
      <Text component="span" size="sm" fw={600}>
        {t('next')}
      </Text>
      {unread && (
        <Button
          size="compact-sm"
          renderRoot={(props: object) => (
            <Link to="/dbconnect" search={{ project: projectId } as never} {...props} />
          )}
        >
          {t(`next_read_${unread}`)}
        </Button>
      )}
      {steps.map(({ verdict, count }, at) => (
        <StepButton
          key={verdict}
          projectId={projectId}
          verdict={verdict}
          count={count}
          primary={at === 0 && !unread}
        />
      ))}
    </Group>
  );
}
