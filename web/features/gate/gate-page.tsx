import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useState } from 'react';
import {
  type Gate,
  type GateCondition,
  type GateFinding,
  type GateSettings,
  type GateVerdict,
  type NamedFinding,
  getGate,
  type GateDecision,
  listGateDecisions,
} from '../../../contract/gate.ts';
import type { NextNumbers } from '../../../contract/proof/verdicts.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { call } from '../../lib/api.ts';
import { formatTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMe } from '../../lib/session.ts';
import { Loaded } from '../../ui/load-failed.tsx';
import { Dot } from '../../ui/marks.tsx';
import { DossierButton } from '../dossier/dossier-dialog.tsx';
import { ProjectScreen } from '../projects/project-screen.tsx';
import { SIGNOFF_PLACE } from '../signoff/queries.ts';
import { SignedWaves } from '../signoff/signed-waves.tsx';
import { SignoffSection } from '../signoff/signoff-section.tsx';
import { countedTexts, spansOf } from './condition-texts.ts';
import { DecideDialog, GateSettingsDialog } from './dialogs.tsx';
import classes from './gate.module.css';

/** Whether a project may be switched over now, and which conditions are violated. */
export function GatePage() {
  const t = useTexts('gate');
  return (
    <ProjectScreen
      title={() => t('title')}
      subtitle={t('subtitle')}
      terms={['gate', 'signoff', 'rehearsal', 'acceptance', 'dossier']}
      actions={(project) => <DossierButton project={project} />}
    >
      {(project) => <Standing key={project.Project_Id} project={project} />}
    </ProjectScreen>
  );
}

function Standing({ project: { Project_Id: id } }: { project: ProjectRow }) {
  const gate = useQuery({
    queryKey: queryKeys.gate(id),
    queryFn: ({ signal }) => call(getGate, { params: { id }, signal }),
  });
  return (
    <Stack gap="md">
      <Loaded query={gate} height={320}>
        {(found) => <Judged projectId={id} gate={found} onAgain={() => void gate.refetch()} />}
      </Loaded>
      <SignoffSection scope={{ projectId: id }} />
      <SignedWaves projectId={id} to="/waves" />
      <Decisions projectId={id} />
    </Stack>
  );
}

interface Props {
  projectId: number;
  gate: Gate;
  onAgain: () => void;
}

function Judged({ projectId, gate, onAgain }: Props) {
  const t = useTexts('gate');
  const isAdmin = useMe().is_admin === 1;
  const [open, setOpen] = useState<'decide' | 'settings' | null>(null);
  const close = () => setOpen(null);
  const failing = gate.conditions.filter(({ demanded, holds }) => demanded && !holds);
  return (
    <Paper withBorder className={classes.sheet ?? ''}>
      <div className={classes.verdict} data-verdict={gate.verdict} role="status">
        <Title order={2}>{t(`verdict_${gate.verdict}`)}</Title>
        <Text>
          {gate.verdict === 'no_go'
            ? t('against', { count: failing.length })
            : t(`about_${gate.verdict}`)}{' '}
          {gate.verdict === 'unknown' && isAdmin && (
            <Link to="/dbconnect" search={{ project: projectId }}>
              {t('toInventory')}
            </Link>
          )}
        </Text>
        <Text size="sm">{t('asOf', { time: formatTime(gate.as_of) })}</Text>
      </div>
      <ul className={classes.conditions} aria-label={t('conditions')}>
        {gate.conditions.map((finding) => (
          <Condition key={finding.condition} projectId={projectId} finding={finding} gate={gate} />
        ))}
      </ul>
      <div className={classes.actions}>
        <Button variant="default" onClick={onAgain}>
          {t('again')}
        </Button>
        {isAdmin && (
          <>
            <Button variant="default" onClick={() => setOpen('settings')}>
              {t('settings')}
            </Button>
            <Button onClick={() => setOpen('decide')}>{t('decide')}</Button>
          </>
        )}
      </div>
      {open === 'settings' && (
        <GateSettingsDialog projectId={projectId} settings={gate.settings} onClose={close} />
      )}
      {open === 'decide' && <DecideDialog projectId={projectId} gate={gate} onClose={close} />}
    </Paper>
  );
}

/** A screen that shows violations of a condition. */
type Place = Pick<LinkProps, 'to' | 'search' | 'hash'>;
const PLACES: Record<GateCondition, (project: number) => Place> = {
  settled: (project) => ({ to: '/proof', search: { project } }),
  fresh: (project) => ({ to: '/proof', search: { project } }),
  sequences: (project) => numbersPlace(project, 'behind'),
  unchanged: (project) => ({ to: '/pairs', search: { project, 'f.stale': '1' } as never }),
  verified: (project) => ({ to: '/admin/dashboard', search: { project } as never }),
  returned: (project) => ({ to: '/admin/dashboard', search: { project } as never }),
  against: (project) => ({ to: '/proofreport', search: { project } }),
  acceptances: (project) => ({ to: '/proofreport', search: { project } }),
  runs: (project) => ({ to: '/proof', search: { project } }),
  rehearsal: (project) => ({ to: '/cutover', search: { project } }),
  way_back: (project) => ({ to: '/cutover', search: { project } }),
  signoffs: (project) => ({ to: '/gate', search: { project }, hash: SIGNOFF_PLACE }),
};

const wordsOf = ({ condition }: GateFinding, { client_signs: client }: GateSettings) =>
  condition === 'signoffs' && client === 1
    ? 'condition_signoffsClient'
    : (`condition_${condition}` as const);

const numbersPlace = (project: number, found: NextNumbers): Place => ({
  to: '/pairs',
  search: { project, 'f.next_numbers': found } as never,
});

/** The screen that shows one named violation. */
function placeOf(project: number, condition: GateCondition, { id, run }: NamedFinding): Place {
  if (condition === 'sequences')
    return { to: '/pair', search: { project, pair: id, tab: 'structure' } as never };
  return condition === 'signoffs'
    ? { to: '/waves', search: { project, wave: id } as never, hash: SIGNOFF_PLACE }
    : { to: '/cutover', search: { project, ...(run !== null && { run }) } as never };
}

/** The screen that lists all violations of a condition, named or not. */
const placeOfAll = (project: number, condition: GateCondition): Place =>
  condition === 'signoffs' ? { to: '/waves', search: { project } } : PLACES[condition](project);

/** State of a condition. Without anything to judge, no violation is counted although the condition does not hold. */
function stateOf({ demanded, holds, count }: GateFinding, verdict: GateVerdict) {
  if (!demanded) return 'leftOut';
  if (holds) return 'holds';
  return verdict === 'unknown' && count === 0 ? 'notJudged' : 'fails';
}

interface ConditionProps {
  projectId: number;
  finding: GateFinding;
  gate: Gate;
}

function Condition({ projectId, finding, gate: { settings, verdict } }: ConditionProps) {
  const t = useTexts('gate');
  const { condition, named, unnamed } = finding;
  const { known, unknown } = countedTexts(t, finding);
  const state = stateOf(finding, verdict);
  const tone = { holds: 'good', fails: 'bad', leftOut: undefined, notJudged: undefined } as const;
  return (
    <li data-state={state}>
      <Dot tone={tone[state]} />
      <div>
        <Text fw={600}>{t(wordsOf(finding, settings), spansOf(settings))}</Text>
        <Text size="sm" c="dimmed">
          {t(state)}
        </Text>
      </div>
      <div className={classes.counted}>
        {known !== undefined && (
          // A place on this page is no current page.
          <Link {...PLACES[condition](projectId)} activeOptions={{ includeHash: true }}>
            {condition === 'way_back' && named.length === 0 ? t('noWayBack') : known}
          </Link>
        )}
        {unknown !== undefined && <Link {...numbersPlace(projectId, 'unknown')}>{unknown}</Link>}
      </div>
      {named.length > 0 && (
        <ul className={classes.named}>
          {named.map((one) => (
            <li key={one.id}>
              <Link {...placeOf(projectId, condition, one)}>
                <bdi>{condition === 'signoffs' ? t('wave', { name: one.name }) : one.name}</bdi>
              </Link>
            </li>
          ))}
          {unnamed > 0 && (
            <li>
              <Link {...placeOfAll(projectId, condition)}>{t('more', { count: unnamed })}</Link>
            </li>
          )}
        </ul>
      )}
    </li>
  );
}

/** The past decisions, with the state of the gate at that time. */
function Decisions({ projectId }: { projectId: number }) {
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
