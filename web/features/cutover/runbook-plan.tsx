import { Button, Paper } from '@mantine/core';
import { useState } from 'react';
import { type EditedStep, type Runbook, getRunbookTemplate } from '../../../contract/cutover.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { call } from '../../lib/api.ts';
import { formatTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { translateMessage } from '../../lib/i18n/messages.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { useMe } from '../../lib/session.ts';
import { confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import classes from './cutover.module.css';
import { Figure } from './figure.tsx';
import { PlannedStep } from './planned-step.tsx';
import { type SaveRunbook, useSaveRunbook } from './queries.ts';
import { StartButtons, StartDialog } from './start.tsx';
import { StepDialog } from './step-dialog.tsx';
import { editedOf, moved, without } from './steps.ts';
import { formatDuration, momentAfter } from './times.ts';

interface Props {
  project: ProjectRow;
  runbook: Runbook;
  /** Whether a run may be started, that is, none is under way. */
  mayStart: boolean;
}

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
    const sure = await confirm({
      title: t('deleteTitle', { title: steps[place]!.title }),
      lines: [t('deleteLine')],
      confirm: t('delete'),
      danger: true,
    });
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
