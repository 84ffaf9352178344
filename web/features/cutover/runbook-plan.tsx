import { Button, Paper, ActionIcon, Text } from '@mantine/core';
import { useState, type CSSProperties } from 'react';
import { type EditedStep, type Runbook, getRunbookTemplate } from '../../../contract/cutover.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { call } from '../../lib/api.ts';
import { formatTime, formatNumber, listOf } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { translateMessage } from '../../lib/i18n/messages.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { useMe } from '../../lib/session.ts';
import { confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import classes from './cutover.module.css';
import { Figure } from './figure.tsx';
import { type SaveRunbook, useSaveRunbook } from './queries.ts';
import { StartButtons, StartDialog } from './start.tsx';
import { StepDialog } from './step-dialog.tsx';
import { editedOf, moved, without } from './steps.ts';
import { formatDuration, momentAfter, formatPlanned } from './times.ts';
import { Icon } from '../../ui/icons.tsx';
import { StepNotes, StepTitle } from './step-notes.tsx';

interface Props {
  project: ProjectRow;
  runbook: Runbook;
  /** Whether a run may be started, that is, none is under way. */
  mayStart: boolean;
}

interface Actions {
  /** A change is being saved. */
  busy: boolean;
  edit: () => void;
  move: (by: 1 | -1) => void;
  remove: () => void;
}

interface PlannedProps {
  runbook: Runbook;
  place: number;
  /** False for users who may not change the plan. */
  actions: Actions | false;
}

/** A step of the plan, with a bar that shows its place in the whole period. */
function PlannedStep({ runbook, place, actions }: PlannedProps) {
  const t = useTexts('cutover');
  const { steps, starts_at: startsAt, minutes: all } = runbook;
  const step = steps[place]!;
  const { title, begins, ends, minutes, after, owner, critical } = step;
  const share = (part: number) => `${all > 0 ? (100 * part) / all : 0}%`;
  return (
    <li className={classes.step}>
      <Text className={classes.number} c="dimmed">
        {formatNumber(place + 1)}
      </Text>
      <div className={classes.what}>
        <StepTitle step={step} />
        <Text size="sm" c="dimmed">
          {[
            t('from', {
              from: formatPlanned(startsAt, begins),
              to: formatPlanned(startsAt, ends),
            }),
            formatDuration(minutes),
            ...(after === null ? [] : [waitText(t, after)]),
            ...(critical ? [t('critical')] : []),
          ].join(' · ')}
        </Text>
        <div
          className={classes.bar}
          data-bar
          data-critical={critical}
          style={{ '--from': share(begins), '--width': share(minutes) } as CSSProperties}
          aria-hidden="true"
        />
        <StepNotes step={step} />
      </div>
      <Text size="sm" className={classes.owner} {...(owner === null && { c: 'dimmed' })}>
        <bdi>{owner ?? t('nobody')}</bdi>
      </Text>
      {actions && (
        <div className={classes.buttons}>
          <Button variant="subtle" size="compact-sm" onClick={actions.edit}>
            {t('edit')}
          </Button>
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={actions.busy || place === 0}
            aria-label={t('up', { title })}
            onClick={() => actions.move(-1)}
          >
            ↑
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={actions.busy || place === steps.length - 1}
            aria-label={t('down', { title })}
            onClick={() => actions.move(1)}
          >
            ↓
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={actions.busy}
            aria-label={t('deleteTitle', { title })}
            onClick={actions.remove}
          >
            <Icon name="close" size={16} />
          </ActionIcon>
        </div>
      )}
    </li>
  );
}

const waitText = (t: ReturnType<typeof useTexts<'cutover'>>, after: readonly number[]): string =>
  after.length === 0
    ? t('waitsForNothing')
    : t('waitsFor', { steps: listOf(after.map(formatNumber)) });

/** The steps of the cutover with their times, which administrators may edit. */
export function RunbookPlan({ project, runbook, mayStart }: Props) {
  const t = useTexts('cutover');
  const isAdmin = useMe().is_admin === 1;
  /** Index of the edited step; the number of steps for a new one. */
  const [editing, setEditing] = useState<number | 'start' | null>(null);
  const save = useSaveRunbook(project.Project_Id);
  const { steps, starts_at: startsAt, minutes } = runbook;
  const close = () => setEditing(null);
  const change = (next: EditedStep[]) =>
    save.mutate({ seen: runbook, steps: next }, { onError: notifyError });

  const remove = async (place: number) => {
    const sure = await confirm(() => ({
      title: t('deleteTitle', { title: steps[place]!.title }),
      lines: [t('deleteLine')],
      confirm: t('delete'),
      danger: true,
    }));
    if (sure) change(without(editedOf(runbook), place));
  };

  return (
    <Paper withBorder component="section" aria-label={t('plan')} className={classes.sheet ?? ''}>
      {steps.length > 0 && (
        <div className={classes.planHead}>
          <dl className={classes.figures}>
            <Figure name={t('start')}>
              {startsAt === null ? t('startOpen') : formatTime(startsAt)}
            </Figure>
            <Figure name={t('plannedEnd')}>
              {startsAt === null ? '–' : formatTime(momentAfter(startsAt, minutes))}
            </Figure>
            <Figure name={t('length')}>{formatDuration(minutes)}</Figure>
          </dl>
          {isAdmin && mayStart && (
            <div className={classes.begin}>
              <StartButtons projectId={project.Project_Id} runbook={runbook} />
            </div>
          )}
        </div>
      )}
      {steps.length === 0 ? (
        <Empty text={isAdmin ? t('empty') : t('emptyForMembers')}>
          {isAdmin && <TemplateButton project={project} runbook={runbook} save={save} />}
        </Empty>
      ) : (
        <ol className={classes.steps} aria-label={t('steps')}>
          {steps.map((step, place) => (
            <PlannedStep
              key={step.id}
              runbook={runbook}
              place={place}
              actions={
                isAdmin && {
                  busy: save.isPending,
                  edit: () => setEditing(place),
                  move: (by) => change(moved(editedOf(runbook), place, by)),
                  remove: () => void remove(place),
                }
              }
            />
          ))}
        </ol>
      )}
      {isAdmin && (
        <div className={classes.actions}>
          {steps.length > 0 && (
            <Button variant="default" onClick={() => setEditing('start')}>
              {t('setStart')}
            </Button>
          )}
          <Button variant="default" onClick={() => setEditing(steps.length)}>
            {t('add')}
          </Button>
        </div>
      )}
      {editing === 'start' && <StartDialog runbook={runbook} save={save} onClose={close} />}
      {typeof editing === 'number' && (
        <StepDialog
          project={project}
          runbook={runbook}
          place={editing}
          save={save}
          onClose={close}
        />
      )}
    </Paper>
  );
}

interface TemplateProps {
  project: ProjectRow;
  runbook: Runbook;
  save: SaveRunbook;
}

/** Fills an empty runbook from the template for the project's engines, in the user's language. */
function TemplateButton({ project, runbook, save }: TemplateProps) {
  const t = useTexts('cutover');
  const [isLoading, setLoading] = useState(false);
  const begin = async () => {
    setLoading(true);
    try {
      const template = await call(getRunbookTemplate, { params: { id: project.Project_Id } });
      await save.mutateAsync({
        seen: runbook,
        steps: template.map(({ title_said: title, way_back_said: wayBack, ...step }) => ({
          ...step,
          id: null,
          owner_id: null,
          title: translateMessage(title, step.title),
          way_back: translateMessage(wayBack, step.way_back),
        })),
      });
      notifySuccess(t('begun'));
    } catch (error) {
      notifyError(error);
    } finally {
      setLoading(false);
    }
  };
  return (
    <Button
      loading={isLoading}
      onClick={() => void begin()}
      // Lets the names of engines wrap on a phone.
      maw="100%"
      mih={36}
      h="auto"
      py={6}
      styles={{ label: { whiteSpace: 'normal', lineHeight: 1.3 } }}
    >
      {t('fromTemplate', {
        source: project.Source_Database_Name,
        target: project.Target_Database_Name,
      })}
    </Button>
  );
}
