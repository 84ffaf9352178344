import { Text, Title } from '@mantine/core';
import { VERDICTS, type Verdict } from '../../../contract/proof/verdicts.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { aboutOf, VerdictDot } from '../proof/pairs/results.tsx';
import classes from './clients.module.css';

/** Explains the verdicts that occur, also on paper. */
export function VerdictsExplained({ occurring }: { occurring: readonly Verdict[] }) {
  const t = useTexts('proof');
  const words = useTexts('pair-words');
  return (
    <>
      <Title order={3} size="h5" mt="md" mb={4}>
        {t('how')}
      </Title>
      <dl aria-label={t('how')} className={classes.verdicts}>
        {VERDICTS.filter((verdict) => occurring.includes(verdict)).map((verdict) => (
          <div key={verdict}>
            <dt>
              <VerdictDot verdict={verdict} />
            </dt>
            <Text component="dd" size="sm" c="dimmed">
              {aboutOf(words, verdict)}
            </Text>
          </div>
        ))}
      </dl>
    </>
  );
}
