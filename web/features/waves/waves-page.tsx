import { Alert, Button, Group, Paper, Stack, Tabs } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { id } from '../../../contract/fields.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { type WaveBoard, addWave, undoWaves } from '../../../contract/waves.ts';
import { call } from '../../lib/api.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { useMe } from '../../lib/session.ts';
import { Loaded, NotLoaded } from '../../ui/load-failed.tsx';
import { OrderLists } from '../dependencies/order-lists.tsx';
import { Reading } from '../dependencies/reading.tsx';
import { signedWavesQuery } from '../signoff/queries.ts';
import { forecastQuery } from '../forecast/queries.ts';
import { ProjectScreen } from '../projects/project-screen.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ReadFirst } from '../connection/links.tsx';
import { Board } from './board.tsx';
import { boardQuery, cacheBoard } from './queries.ts';
import { WaveObjects } from './wave-objects.tsx';
import { WaveView } from './wave-view.tsx';
import { later } from '../../ui/later.ts';

const ProposeDialog = later(() => import('./propose-dialog.tsx'), 'ProposeDialog');

const TABS = ['board', 'objects', 'order'] as const;
type Tab = (typeof TABS)[number];
const tabOf = (value: unknown): Tab => TABS.find((tab) => tab === value) ?? 'board';

const waveIn = (search: Record<string, unknown>) => id.safeParse(search['wave']).data;

/** The waves of a project in order; with a wave in the address, that wave. */
export function WavesPage() {
  const t = useTexts('waves');
  const search: Record<string, unknown> = useSearch({ strict: false });
  return (
    <ProjectScreen
      title={() => t('title')}
      subtitle={t('subtitle')}
      terms={['wave', 'dependency', 'cycle', 'blocker', 'effort']}
      actions={(project) => waveIn(search) === undefined && <Actions project={project} />}
    >
      {(project) => <Waves key={project.Project_Id} project={project} />}
    </ProjectScreen>
  );
}

/** Whether there are neither waves nor objects for them. */
const isNothing = ({ waves, cells }: WaveBoard): boolean =>
  waves.length === 0 && cells.length === 0;

function Waves({ project }: { project: ProjectRow }) {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const wave = waveIn(search);
  const board = useQuery(boardQuery(project.Project_Id));
  return (
    <Loaded query={board} height={320}>
      {(found) =>
        wave === undefined ? (
          <All project={project} board={found} tab={tabOf(search['tab'])} />
        ) : (
          <WaveView key={wave} project={project} board={found} id={wave} />
        )
      }
    </Loaded>
  );
}

function All({ project, board, tab }: { project: ProjectRow; board: WaveBoard; tab: Tab }) {
  const t = useTexts('waves');
  const signoffTexts = useTexts('signoff');
  const navigate = useNavigate();
  const projectId = project.Project_Id;
  const forecast = useQuery(forecastQuery(projectId)).data?.waves ?? [];
  const signatures = useQuery(signedWavesQuery(projectId));
  const { data: signed = [] } = signatures;
  const show = (value: string | null) =>
    void navigate({ to: '/waves', search: { project: projectId, tab: tabOf(value) } as never });
  if (isNothing(board))
    return (
      <Paper withBorder>
        <Empty text={t('nothing')}>
          <ReadFirst projectId={projectId} />
        </Empty>
      </Paper>
    );
  return (
    <Stack gap="md">
      <Reading projectId={projectId} />
      <Notes board={board} />
      <NotLoaded query={signatures} title={signoffTexts('waves')} />
      <Tabs value={tab} onChange={show} keepMounted={false}>
        <Tabs.List aria-label={t('views')} mb="md">
          {TABS.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(one)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="board">
          <Board projectId={projectId} board={board} forecast={forecast} signed={signed} />
        </Tabs.Panel>
        <Tabs.Panel value="objects">
          <WaveObjects projectId={projectId} board={board} />
        </Tabs.Panel>
        <Tabs.Panel value="order">
          <OrderLists projectId={projectId} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

function Notes({
  board: { waves, has_dependencies: isRead, has_assessment: isAssessed },
}: {
  board: WaveBoard;
}) {
  const t = useTexts('waves');
  const isAdmin = useMe().is_admin === 1;
  const notes = [
    ...(waves.length === 0 ? [t('none')] : []),
    ...(isRead ? [] : [t('noDependencies')]),
    ...(isAssessed ? [] : [t('noAssessment')]),
  ];
  if (notes.length === 0) return null;
  return (
    <Alert color="blue" variant="light">
      {notes.join(' ')} {!isAdmin && t('askAdministrator')}
    </Alert>
  );
}

function Actions({ project: { Project_Id: projectId } }: { project: ProjectRow }) {
  const t = useTexts('waves');
  const { data: board } = useQuery(boardQuery(projectId));
  const client = useQueryClient();
  const isAdmin = useMe().is_admin === 1;
  const [proposing, setProposing] = useState(false);
  const add = useMutation({
    mutationFn: () => call(addWave, { params: { id: projectId } }),
    onSuccess: (made) => cacheBoard(client, projectId, made),
    onError: notifyError,
  });
  const undo = useMutation({
    mutationFn: (token: string) => call(undoWaves, { params: { id: projectId }, body: { token } }),
    onSuccess: async (made) => {
      await cacheBoard(client, projectId, made);
      notifySuccess(t('undone'));
    },
    onError: notifyError,
  });
  if (!isAdmin || !board || isNothing(board)) return null;
  const { undo: token } = board;
  return (
    <Group gap="sm">
      {token !== null && (
        <Button variant="default" loading={undo.isPending} onClick={() => undo.mutate(token)}>
          {t('undo')}
        </Button>
      )}
      <Button variant="default" loading={add.isPending} onClick={() => add.mutate()}>
        {t('add')}
      </Button>
      <Button disabled={!board.has_dependencies} onClick={() => setProposing(true)}>
        {t('propose')}
      </Button>
      <Suspense fallback={null}>
        {proposing && (
          <ProposeDialog projectId={projectId} board={board} onClose={() => setProposing(false)} />
        )}
      </Suspense>
    </Group>
  );
}
