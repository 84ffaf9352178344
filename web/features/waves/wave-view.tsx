import { Alert, Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { ProjectRow } from '../../../contract/projects.ts';
import { type Wave, type WaveBoard, deleteWave } from '../../../contract/waves.ts';
import { call } from '../../lib/api.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { useMe } from '../../lib/session.ts';
import { confirm } from '../../ui/confirm.tsx';
import { Loaded } from '../../ui/load-failed.tsx';
import { SignoffSection } from '../signoff/signoff-section.tsx';
import { forecastQuery } from '../forecast/queries.ts';
import { Dates, Expected, hasDates } from './board.tsx';
import { lateQuery, nameOf, cacheBoard } from './queries.ts';
import { WaveObjects } from './wave-objects.tsx';
import classes from '../dependencies/needs.module.css';
import { later } from '../../ui/later.ts';

const EditWaveDialog = later(() => import('./edit-wave-dialog.tsx'), 'EditWaveDialog');

interface Props {
  project: ProjectRow;
  board: WaveBoard;
  id: number;
}

/** A single wave: its data, what depends on it, and its objects. */
export function WaveView({ project, board, id }: Props) {
  const t = useTexts('waves');
  const projectId = project.Project_Id;
  const wave = board.waves.find((one) => one.id === id);
  return (
    <Stack gap="md">
      <Group>
        <Anchor component={Link} to="/waves" search={{ project: projectId } as never} size="sm">
          {t('back')}
        </Anchor>
      </Group>
      {wave ? (
        <>
          <Header project={project} wave={wave} />
          <Late projectId={projectId} board={board} id={id} />
          <SignoffSection scope={{ projectId, wave: id }} />
          <WaveObjects projectId={projectId} board={board} wave={id} />
        </>
      ) : (
        <Alert color="blue" variant="light">
          {t('gone')}
        </Alert>
      )}
    </Stack>
  );
}

function Header({ project, wave }: { project: ProjectRow; wave: Wave }) {
  const t = useTexts('waves');
  const isAdmin = useMe().is_admin === 1;
  const { objects, hours, done, ready, blocked, pairs, open_pairs: open } = wave;
  const forecast = useQuery(forecastQuery(project.Project_Id)).data;
  const expected = forecast?.waves.find(({ id, half }) => id === wave.id && half !== null);
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={2} size="h3">
            <bdi>{nameOf(t, wave)}</bdi>
          </Title>
          <Text size="sm">
            {t(`state_${wave.state}`)} · <bdi>{wave.owner ?? t('noOwner')}</bdi> ·{' '}
            {hasDates(wave) ? <Dates wave={wave} /> : t('noDates')}
          </Text>
          {expected && (
            <Text size="sm" component="div">
              {t('forecast')}: <Expected forecast={[expected]} id={wave.id} />
            </Text>
          )}
          <Text size="sm">{t('summary', { count: objects, hours: formatNumber(hours) })}</Text>
          <Text size="sm">{t('standingOf', { done, ready, blocked })}</Text>
          <Text size="sm">
            {pairs === 0 ? t('proofNone') : t('proofOf', { open, count: pairs })}
          </Text>
        </div>
        {isAdmin && <Actions project={project} wave={wave} />}
      </Group>
    </Paper>
  );
}

function Actions({ project, wave }: { project: ProjectRow; wave: Wave }) {
  const t = useTexts('waves');
  const client = useQueryClient();
  const navigate = useNavigate();
  const [editing, setEditing] = useState(false);
  const projectId = project.Project_Id;
  const name = nameOf(t, wave);
  const remove = useMutation({
    mutationFn: () => call(deleteWave, { params: { id: projectId, wave: wave.id } }),
    onSuccess: async (made) => {
      await navigate({ to: '/waves', search: { project: projectId } });
      await cacheBoard(client, projectId, made);
      notifySuccess(t('removed'));
    },
    onError: notifyError,
  });
  const ask = async () => {
    const sure = await confirm(() => ({
      title: t('removeTitle', { name }),
      lines: [t('removeText', { count: wave.objects })],
      confirm: t('remove'),
      danger: true,
    }));
    if (sure) remove.mutate();
  };
  return (
    <Group gap="sm">
      <Button variant="default" onClick={() => setEditing(true)}>
        {t('edit')}
      </Button>
      <Button variant="default" loading={remove.isPending} onClick={() => void ask()}>
        {t('remove')}
      </Button>
      <Suspense fallback={null}>
        {editing && (
          <EditWaveDialog project={project} wave={wave} onClose={() => setEditing(false)} />
        )}
      </Suspense>
    </Group>
  );
}

function Late({ projectId, board, id }: { projectId: number; board: WaveBoard; id: number }) {
  const t = useTexts('waves');
  const late = useQuery(lateQuery(projectId, id));
  return (
    <section>
      <Title order={3} size="h4">
        {t('late')}
      </Title>
      <Loaded query={late} height={40}>
        {(waves) =>
          waves.length === 0 ? (
            <Text size="sm">{t('lateNothing')}</Text>
          ) : (
            <ul className={classes.list}>
              {waves.map(({ wave, objects }) => {
                const found = board.waves.find((one) => one.id === wave);
                const name = found ? nameOf(t, found) : t('noWave');
                return (
                  <li key={wave ?? 0}>
                    <Anchor
                      component={Link}
                      inherit
                      to="/waves"
                      search={
                        wave === null
                          ? ({ project: projectId, tab: 'objects', 'f.wave': '-' } as never)
                          : ({ project: projectId, wave } as never)
                      }
                    >
                      {t('lateWave', { name, count: objects })}
                    </Anchor>
                  </li>
                );
              })}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
