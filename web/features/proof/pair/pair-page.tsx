import { Alert, Tabs, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { id, type Side } from '../../../../contract/fields.ts';
import type { PairRow, PairObject } from '../../../../contract/proof/pairs.ts';
import { Loaded } from '../../../ui/load-failed.tsx';
import { useSelectedProject } from '../../../lib/project.ts';
import { viewParams } from '../../../lib/search.ts';
import { ProjectScreen } from '../../projects/project-screen.tsx';
import { ProjectLink } from '../pairs/project-link.tsx';
import { CommentThread } from '../../comments/comment-thread.tsx';
import { CallTab } from '../calls/call-tab.tsx';
import { DataTab } from '../rows/data-tab.tsx';
import { EvidenceTab } from '../evidence/evidence-tab.tsx';
import { HistoryTab } from './history-tab.tsx';
import { SignoffSection } from '../../signoff/signoff-section.tsx';
import classes from './pair.module.css';
import { PairHeader } from './pair-header.tsx';
import { BLOCKING, pairQuery } from './queries.ts';
import { DefinitionsTab } from '../definitions/definitions-tab.tsx';
import { Dot } from '../../../ui/marks.tsx';
import { nameOf } from '../pairs/pair-columns.tsx';
import { toneOfResult } from '../pairs/results.tsx';
import { objectQuery } from '../../../lib/objects.ts';
import { TestingLink } from './testing-links.tsx';
import { tabsOf, useTab, type Tab } from './use-tab.ts';
import { useTexts } from '../../../lib/i18n/index.ts';

/** Everything known about a pair: definitions, rows, calls, evidence and history. */
export function PairPage() {
  const t = useTexts('pair');
  const search: Record<string, unknown> = useSearch({ strict: false });
  const pairId = id.safeParse(search['pair']).data;
  const { projectId } = useSelectedProject();
  const pair = useQuery({
    ...pairQuery(projectId ?? 0, pairId ?? 0),
    enabled: projectId !== undefined && pairId !== undefined,
  });
  return (
    <ProjectScreen
      title={() => pair.data?.name ?? t('title')}
      terms={['structure', 'rows', 'call', 'finding', 'rule', 'evidence', 'acceptance']}
      actions={({ Project_Id: project }) => (
        <ProjectLink
          to={search['list'] === BLOCKING ? '/proof' : '/pairs'}
          project={project}
          search={viewParams(search)}
          text={t('back')}
        />
      )}
    >
      {() =>
        pairId === undefined ? (
          <Alert color="blue" variant="light">
            {t('noPair')}
          </Alert>
        ) : (
          <Loaded key={pairId} query={pair}>
            {(one) => <Pair pair={one} />}
          </Loaded>
        )
      }
    </ProjectScreen>
  );
}

function Pair({ pair }: { pair: PairRow }) {
  const [chosen, choose] = useTab();
  // Chosen once, so that a result that arrives later does not switch the tab.
  const [first] = useState(() => firstTab(pair));
  const tabs = tabsOf(pair);
  const tab = chosen && tabs.includes(chosen) ? chosen : first;
  return (
    <>
      <PairHeader pair={pair} tab={tab} />
      <PairTabs pair={pair} tab={tab} tabs={tabs} onChoose={choose} />
    </>
  );
}

interface TabsProps {
  pair: PairRow;
  tab: Tab;
  tabs: readonly Tab[];
  onChoose: (tab: string | null) => void;
}

function PairTabs({ pair, tab, tabs, onChoose }: TabsProps) {
  const t = useTexts('pair');
  const panels: Record<Tab, ReactNode> = {
    structure: <DefinitionsTab pair={pair} />,
    data: <DataTab pair={pair} />,
    call: <CallTab pair={pair} />,
    evidence: <EvidenceTab pair={pair} />,
    history: <HistoryTab pair={pair} />,
    signoff: <SignoffSection scope={{ projectId: pair.Project_Id, pair: pair.id }} />,
    comments: <CommentsTab pair={pair} />,
  };
  return (
    <Tabs
      className={classes.name ?? ''}
      value={tab}
      onChange={onChoose}
      keepMounted={false}
      mt="sm"
    >
      <Tabs.List>
        {tabs.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {t(`tab_${one}`)}
            <TabResult pair={pair} tab={one} />
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((one) => (
        <Tabs.Panel key={one} value={one} pt="md">
          {panels[one]}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** The result that a tab shows, beside its name. */
function TabResult({ pair, tab }: { pair: PairRow; tab: Tab }) {
  const t = useTexts('pair');
  if (tab !== 'structure' && tab !== 'data' && tab !== 'call') return null;
  const result = pair[`${tab}_result`];
  if (result === null) return null;
  return (
    <span className={classes.tabResult}>
      {' '}
      <Dot tone={toneOfResult(tab, pair)} /> {t(`result_${result}`)}
    </span>
  );
}

/** Where something differs: rows first, as they matter most; the structure where nothing does. */
function firstTab({ data_result, structure_result, call_result }: PairRow): Tab {
  if (data_result === 'different') return 'data';
  return call_result === 'different' && structure_result !== 'different' ? 'call' : 'structure';
}

/** The comments on the objects of a pair. */
function CommentsTab({ pair }: { pair: PairRow }) {
  return (
    <Stack gap="md">
      {(['source', 'target'] as const).flatMap((side) =>
        pair[side].map((object) => (
          <Comments key={object.id} projectId={pair.Project_Id} side={side} object={object} />
        )),
      )}
    </Stack>
  );
}

interface Props {
  projectId: number;
  side: Side;
  object: PairObject;
}

function Comments({ projectId, side, object }: Props) {
  const t = useTexts('pair');
  const words = useTexts('object-words');
  const query = useQuery(objectQuery(projectId, object.id));
  const name = nameOf(object);
  return (
    <Paper withBorder p="sm" component="section" aria-label={name}>
      <Text fw={600} className={classes.name ?? ''}>
        {t(side)}: <bdi>{name}</bdi>
      </Text>
      <Loaded query={query}>
        {(row) => (
          <Stack gap="sm" my="xs">
            {row.test_result && (
              <Text size="sm" className={classes.name ?? ''}>
                {words('test_result')}: <bdi>{row.test_result}</bdi>
              </Text>
            )}
            <CommentThread projectId={projectId} objectId={object.id} />
          </Stack>
        )}
      </Loaded>
      <TestingLink projectId={projectId} side={side} object={object} />
    </Paper>
  );
}
