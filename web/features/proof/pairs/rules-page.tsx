import { Button, Checkbox, Group, NumberInput, Paper, SimpleGrid, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  DEFAULT_MATCHING_RULES,
  matchingRules,
  setMatchingRules,
  type MatchingRules,
} from '../../../../contract/proof/pairs.ts';
import { fingerprint } from '../../../../contract/stale.ts';
import { call } from '../../../lib/api.ts';
import { notifyError, notifySuccess } from '../../../lib/notify.ts';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import { Loaded } from '../../../ui/load-failed.tsx';
import { ProjectScreen } from '../../projects/project-screen.tsx';
import { NamingSteps } from './naming-steps.tsx';
import { matchingRulesQuery } from './queries.ts';
import { RulesPreview } from './rules-preview.tsx';
import { SchemaMap } from './schema-map.tsx';
import { useMatch } from './use-pair-changes.tsx';
import { useTexts } from '../../../lib/i18n/index.ts';

export function RulesPage() {
  const t = useTexts('pairs');
  return (
    <ProjectScreen title={() => t('rulesTitle')}>
      {({ Project_Id: id }) => <Stored key={id} projectId={id} />}
    </ProjectScreen>
  );
}

function Stored({ projectId }: { projectId: number }) {
  const rules = useQuery({ ...matchingRulesQuery(projectId), refetchOnWindowFocus: false });
  return (
    <Loaded query={rules} height={320}>
      {(stored) => <Editor projectId={projectId} stored={stored} />}
    </Loaded>
  );
}

const same = (one: MatchingRules, other: MatchingRules) =>
  JSON.stringify(one) === JSON.stringify(other);

function Editor({ projectId, stored }: { projectId: number; stored: MatchingRules }) {
  const t = useTexts('pairs');
  const client = useQueryClient();
  const [rules, setRules] = useState(stored);
  const [was, setWas] = useState(() => fingerprint(stored));
  const change = (part: Partial<MatchingRules>) => setRules({ ...rules, ...part });
  const changed = !same(rules, stored);
  const valid = matchingRules.safeParse(rules).success;
  const save = useMutation({
    mutationFn: () =>
      call(setMatchingRules, { params: { id: projectId }, body: { ...rules, was } }),
    onSuccess: (saved) => {
      client.setQueryData(matchingRulesQuery(projectId).queryKey, saved);
      setRules(saved);
      setWas(fingerprint(saved));
      notifySuccess(t('saved'));
    },
    onError: notifyError,
  });
  const match = useMatch(projectId);
  const { similarity } = rules;
  return (
    <>
      <LeaveGuard unsaved={changed} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Stack gap="md">
          <SchemaMap schemas={rules.schemas} onChange={(schemas) => change({ schemas })} />
          <NamingSteps steps={rules.names} onChange={(names) => change({ names })} />
          <Paper withBorder p="md">
            <Stack gap="sm">
              <Checkbox
                label={t('similarity')}
                checked={similarity !== null}
                onChange={(event) =>
                  change({
                    similarity: event.currentTarget.checked
                      ? DEFAULT_MATCHING_RULES.similarity
                      : null,
                  })
                }
              />
              {similarity !== null && (
                <NumberInput
                  label={t('similarityLeast')}
                  value={similarity}
                  onChange={(least) => typeof least === 'number' && change({ similarity: least })}
                  min={0}
                  max={100}
                  allowDecimal={false}
                  maw={240}
                />
              )}
            </Stack>
          </Paper>
          <Group gap="sm">
            <Button
              disabled={!changed || !valid}
              loading={save.isPending}
              onClick={() => save.mutate()}
            >
              {t('save')}
            </Button>
            <Button
              variant="default"
              disabled={changed}
              loading={match.isPending}
              onClick={() => match.mutate()}
            >
              {t('matchNow')}
            </Button>
          </Group>
        </Stack>
        <RulesPreview projectId={projectId} rules={rules} valid={valid} />
      </SimpleGrid>
    </>
  );
}
