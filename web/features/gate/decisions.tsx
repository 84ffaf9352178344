import { Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type GateDecision, listGateDecisions } from '../../../contract/gate.ts';
import { call } from '../../lib/api.ts';
import { formatTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Loaded } from '../../ui/load-failed.tsx';
import { countedTexts } from './condition-texts.ts';
import classes from './gate.module.css';

/** The past decisions, with the state of the gate at that time. */
export function Decisions({ projectId }: { projectId: number }) {
  const t = useTexts('gate');
  const decisions = useQuery({
    queryKey: queryKeys.gateDecisions(projectId),
    queryFn: ({ signal }) => call(listGateDecisions, { params: { id: projectId }, signal }),
  });
  return (
    <Paper withBorder p="lg" component="section" aria-label={t('decisions')}>
      <Title order={2} size="h4" mb="xs">
        {t('decisions')}
      </Title>
      <Loaded query={decisions}>
        {(found) =>
          found.length === 0 ? (
            <Text c="dimmed">{t('decisionsNone')}</Text>
          ) : (
            <ul className={classes.decisions}>
              {found.map((one) => (
                <Decision key={one.id} decision={one} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Paper>
  );
}

function Decision({ decision: one }: { decision: GateDecision }) {
  const t = useTexts('gate');
  return (
    <li>
      <Text fw={600}>
        {t('decidedBy', {
          decision: t(`verdict_${one.decision}`),
          name: one.decided_by ?? t('somebody'),
          time: formatTime(one.at),
        })}
      </Text>
      <Text size="sm">{t('stood', { verdict: t(`verdict_${one.verdict}`) })}</Text>
      {one.reason && (
        <Text size="sm">
          {t('reason')}: <bdi>{one.reason}</bdi>
        </Text>
      )}
      {one.failing.length > 0 && (
        <Text size="sm" c="dimmed">
          {one.failing.flatMap((finding) => Object.values(countedTexts(t, finding))).join(' · ')}
        </Text>
      )}
    </li>
  );
}
