import {
  Button,
  Checkbox,
  Group,
  NumberInput,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import {
  DEFAULT_MATCHING_RULES,
  matchingRules,
  setMatchingRules,
  type MatchingRules,
} from '../../../../contract/proof/pairs.ts';
import { fingerprint } from '../../../../contract/stale.ts';
import { call } from '../../../lib/api.ts';
import { notifyError, notifySuccess } from '../../../lib/notify.ts';
import { LeftInput } from '../../../ui/left-input.tsx';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import { Loaded } from '../../../ui/load-failed.tsx';
import { ProjectScreen } from '../../projects/project-screen.tsx';
import { NamingSteps } from './naming-steps.tsx';
import { matchingRulesQuery } from './queries.ts';
import { RulesPreview } from './rules-preview.tsx';
import { useMatch } from './use-pair-changes.ts';
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

function Editor({ projectId, stored }: { projectId: number; stored: MatchingRules }) {
  const t = useTexts('pairs');
  const client = useQueryClient();
  const { control, handleSubmit, formState, watch, reset } = useForm({ defaultValues: stored });
  const [was, setWas] = useState(() => fingerprint(stored));
  const rules = watch();
  const { isDirty } = formState;
  const valid = matchingRules.safeParse(rules).success;
  const save = useMutation({
    mutationFn: (typed: MatchingRules) =>
      call(setMatchingRules, { params: { id: projectId }, body: { ...typed, was } }),
    onSuccess: (saved) => {
      client.setQueryData(matchingRulesQuery(projectId).queryKey, saved);
      reset(saved);
      setWas(fingerprint(saved));
      notifySuccess(t('saved'));
    },
    onError: notifyError,
  });
  const match = useMatch(projectId);
  return (
    <>
      <LeaveGuard unsaved={isDirty} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Stack gap="md">
          <Controller
            control={control}
            name="schemas"
            render={({ field }) => <SchemaMap schemas={field.value} onChange={field.onChange} />}
          />
          <Controller
            control={control}
            name="names"
            render={({ field }) => <NamingSteps steps={field.value} onChange={field.onChange} />}
          />
          <Controller
            control={control}
            name="similarity"
            render={({ field }) => <Similarity least={field.value} onChange={field.onChange} />}
          />
          <Group gap="sm">
            <Button
              disabled={!isDirty || !valid}
              loading={save.isPending}
              onClick={handleSubmit((typed) => save.mutate(typed))}
            >
              {t('save')}
            </Button>
            <Button
              variant="default"
              disabled={isDirty}
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

interface SimilarityProps {
  least: MatchingRules['similarity'];
  onChange: (least: MatchingRules['similarity']) => void;
}

/** Whether similar names are proposed, and from which percentage. */
function Similarity({ least, onChange }: SimilarityProps) {
  const t = useTexts('pairs');
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Checkbox
          label={t('similarity')}
          checked={least !== null}
          onChange={(event) =>
            onChange(event.currentTarget.checked ? DEFAULT_MATCHING_RULES.similarity : null)
          }
        />
        {least !== null && (
          <NumberInput
            label={t('similarityLeast')}
            value={least}
            onChange={(typed) => typeof typed === 'number' && onChange(typed)}
            min={0}
            max={100}
            allowDecimal={false}
            maw={240}
          />
        )}
      </Stack>
    </Paper>
  );
}

type Schemas = MatchingRules['schemas'];
interface Props {
  schemas: Schemas;
  onChange: (schemas: Schemas) => void;
}

/** Edits the target schema of each source schema. */
function SchemaMap({ schemas, onChange }: Props) {
  const t = useTexts('pairs');
  const set = (at: number, part: Partial<Schemas[number]>) =>
    onChange(schemas.map((one, index) => (index === at ? { ...one, ...part } : one)));
  const field = (at: number, key: 'from' | 'to') => (
    <LeftInput
      label={t(key)}
      value={schemas[at]![key]}
      onChange={(event) => set(at, { [key]: event.currentTarget.value })}
      error={schemas[at]![key].trim() === '' && `${t(key)} ${t('emptyField')}`}
      maxLength={500}
      flex="1 1 140px"
    />
  );
  return (
    <Paper withBorder p="md" component="section" aria-label={t('schemas')}>
      <Stack gap="sm">
        <div>
          <Title order={2} size="h5">
            {t('schemas')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('schemasHelp')}
          </Text>
        </div>
        {schemas.map((schema, at) => (
          // Rows have nothing of their own to be told apart by.
          // oxlint-disable-next-line react/no-array-index-key
          <Group key={at} gap="sm" align="flex-start">
            {field(at, 'from')}
            {field(at, 'to')}
            <Button
              variant="default"
              mt={25}
              aria-label={`${t('remove')} ${schema.from}`}
              onClick={() => onChange(schemas.filter((_, index) => index !== at))}
            >
              {t('remove')}
            </Button>
          </Group>
        ))}
        <Group>
          <Button variant="default" onClick={() => onChange([...schemas, { from: '', to: '' }])}>
            {t('addSchema')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
