import {
  Checkbox,
  Fieldset,
  Modal,
  SimpleGrid,
  Stack,
  TagsInput,
  TextInput,
  Button,
  Group,
  Text,
} from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { SIDES } from '../../../../contract/fields.ts';
import { fingerprint } from '../../../../contract/stale.ts';
import {
  getProofSettings,
  setProofSettings,
  type ProofSettings,
} from '../../../../contract/proof/rows.ts';
import { call, errorText } from '../../../lib/api.ts';
import { notifySuccess, notifyError } from '../../../lib/notify.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { Form } from '../../../ui/form.tsx';
import { Loaded, NotLoaded } from '../../../ui/load-failed.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { useTexts } from '../../../lib/i18n/index.ts';
import {
  addTolerance,
  nameOfType,
  removeTolerance,
  type NewProjectTolerance,
  type ProjectTolerance,
} from '../../../../contract/proof/tolerances.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { tolerancesQuery } from '../pair/queries.ts';
import { AddTolerance } from '../rows/add-tolerance.tsx';
import { asShown, nameOf, Tolerance } from '../rows/tolerated.tsx';
import { type UnaddedRule, useUnadded } from '../rows/use-unadded.ts';
import { AddProjectExpression } from './add-project-expression.tsx';

interface Props {
  projectId: number;
  onClose: () => void;
}
/** Edits what comparisons and calls may do on the databases of a project. */
export function SettingsDialog({ projectId, onClose }: Props) {
  const t = useTexts('proof');
  const unadded = useUnadded();
  const expression = useUnadded();
  const settings = useQuery({
    queryKey: queryKeys.proofSettings(projectId),
    queryFn: ({ signal }) => call(getProofSettings, { params: { id: projectId }, signal }),
    // Refetching would overwrite what is being typed.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Modal opened centered onClose={onClose} size="xl" title={t('settingsTitle')}>
      <ProjectTolerances projectId={projectId} unadded={unadded.rule} />
      <AddProjectExpression projectId={projectId} unadded={expression.rule} />
      <Loaded query={settings}>
        {(stored) => (
          <SettingsForm
            projectId={projectId}
            stored={stored}
            guard={(submit) => unadded.guard(expression.guard(submit))}
            onClose={onClose}
          />
        )}
      </Loaded>
    </Modal>
  );
}

interface SettingsFormProps extends Props {
  stored: ProofSettings;
  guard: ReturnType<typeof useUnadded>['guard'];
}

function SettingsForm({ projectId, stored, guard, onClose }: SettingsFormProps) {
  const t = useTexts('proof');
  const client = useQueryClient();
  const form = useForm<ProofSettings>({ defaultValues: stored });
  const { control } = form;
  const [was] = useState(() => fingerprint(stored));
  const save = useMutation({
    mutationFn: (settings: ProofSettings) =>
      call(setProofSettings, { params: { id: projectId }, body: { ...settings, was } }),
    onSuccess: (saved) => {
      client.setQueryData(queryKeys.proofSettings(projectId), saved);
      notifySuccess(t('settingsSaved'));
      onClose();
    },
  });
  return (
    <Form
      label={t('settingsTitle')}
      action={t('save')}
      busy={save.isPending}
      failure={save.isError ? errorText(save.error) : null}
      onSubmit={guard(form.handleSubmit((settings) => save.mutate(settings)))}
      onCancel={onClose}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {SIDES.map((side) => (
          <Fieldset key={side} legend={t(`side_${side}`)}>
            <Stack gap="sm">
              <NumberField
                control={control}
                name={`${side}.connections`}
                label={t('connections')}
                min={1}
                max={16}
              />
              <NumberField
                control={control}
                name={`${side}.brake`}
                label={t('brake')}
                min={0}
                max={1_000}
              />
              <Checkbox label={t('calls')} {...form.register(`${side}.calls`)} />
              <Checkbox label={t('disposable')} {...form.register(`${side}.disposable`)} />
            </Stack>
          </Fieldset>
        ))}
      </SimpleGrid>
      <Controller
        control={control}
        name="mask"
        render={({ field }) => (
          <TagsInput
            label={t('mask')}
            description={t('maskHelp')}
            placeholder={t('maskPlaceholder')}
            {...field}
          />
        )}
      />
      <NumberField
        control={control}
        name="statement_limit"
        label={t('statementLimit')}
        per={1_000}
        min={1}
        max={3_600}
        allowDecimal
        maw={320}
      />
      <NumberField
        control={control}
        name="effect_rows"
        label={t('effectRows')}
        description={t('effectRowsHelp')}
        min={0}
        max={5_000_000}
        maw={320}
      />
      <Checkbox label={t('grants')} description={t('grantsHelp')} {...form.register('grants')} />
    </Form>
  );
}

interface TolerancesProps {
  projectId: number;
  unadded: UnaddedRule;
}

/** The tolerances and expressions of a project for all of its pairs, each with a button to remove it. */
export function ProjectTolerances({ projectId, unadded }: TolerancesProps) {
  const t = useTexts('proof');
  const pairTexts = useTexts('pair');
  const client = useQueryClient();
  const query = useQuery(tolerancesQuery(projectId));
  const { data } = query;
  const remove = useMutation({
    mutationFn: ({ id }: ProjectTolerance) =>
      call(removeTolerance, { params: { id: projectId, tolerance: id } }),
    onSuccess: ({ outdated }) => {
      notifySuccess(t('takenBack', { count: outdated }));
      void client.invalidateQueries({ queryKey: queryKeys.project(projectId) });
    },
    onError: notifyError,
  });
  const ask = async (one: ProjectTolerance) => {
    const lines = [
      nameOf(asShown(one, pairTexts), pairTexts),
      t('takeBackLine', { count: one.pairs }),
    ];
    if (await confirm(() => ({ title: t('takeBack'), lines, confirm: t('takeBack') })))
      remove.mutate(one);
  };
  return (
    <Stack gap="xs" component="section" aria-label={t('projectTolerances')} mb="md">
      <Text size="sm" fw={600}>
        {t('projectTolerances')}
      </Text>
      <NotLoaded query={query} />
      {data?.length === 0 && (
        <Text size="xs" c="dimmed">
          {t('projectTolerancesNone')}
        </Text>
      )}
      {data?.map((one) => (
        <Group key={one.id} gap="xs" justify="space-between" wrap="nowrap">
          <Tolerance of={asShown(one, pairTexts)} />
          <Button
            variant="default"
            size="compact-sm"
            flex="none"
            loading={remove.isPending}
            aria-label={`${t('takeBack')}: ${nameOf(asShown(one, pairTexts), pairTexts)}`}
            onClick={() => void ask(one)}
          >
            {t('takeBack')}
          </Button>
        </Group>
      ))}
      <AddProjectTolerance projectId={projectId} unadded={unadded} />
    </Stack>
  );
}

/** Adds a tolerance for columns of the given types, or of any type where none is given. */
function AddProjectTolerance({ projectId, unadded }: TolerancesProps) {
  const t = useTexts('proof');
  const pairTexts = useTexts('pair');
  const client = useQueryClient();
  const [types, setTypes] = useState({ source: '', target: '' });
  const add = useMutation({
    mutationFn: (body: NewProjectTolerance) =>
      call(addTolerance, { params: { id: projectId }, body }),
    onSuccess: () => {
      notifySuccess(t('toleranceAdded'));
      setTypes({ source: '', target: '' });
      void client.invalidateQueries({ queryKey: queryKeys.project(projectId) });
    },
    onError: notifyError,
  });
  return (
    <AddTolerance
      where={SIDES.map((side) => (
        <TextInput
          key={side}
          dir="ltr"
          flex="1 1 160px"
          label={t('columnTypeOf', { side: pairTexts(side) })}
          placeholder={t('columnTypeAny')}
          maxLength={200}
          value={types[side]}
          onChange={(event) => setTypes({ ...types, [side]: event.currentTarget.value })}
        />
      ))}
      isWhereEntered={types.source !== '' || types.target !== ''}
      unadded={unadded}
      busy={add.isPending}
      onAdd={(cause, terms) =>
        add.mutateAsync({
          cause,
          source_type: nameOfType(types.source) || null,
          target_type: nameOfType(types.target) || null,
          ...terms,
        })
      }
    />
  );
}
