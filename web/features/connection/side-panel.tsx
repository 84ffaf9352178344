import { Alert, Button, Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core';
import { useId } from 'react';
import { useFormContext } from 'react-hook-form';
import type { DatabaseType } from '../../../contract/database-types.ts';
import type { ObjectType } from '../../../contract/engines.ts';
import type { Side } from '../../../contract/fields.ts';
import { type ProjectRow, trackedOf } from '../../../contract/projects.ts';
import { placeServerErrors } from '../../lib/forms.ts';
import { ConnectionFields } from './connection-fields.tsx';
import {
  formName,
  formNames,
  passwordState,
  samePlace,
  sameSignIn,
  storedConnection,
  unsavedFields,
  type ConnectionValues,
} from './connection-form.ts';
import type { ScreenForm, SideForm } from './db-data.ts';
import { Progress } from './progress.tsx';
import { ReportPanel } from './report-panel.tsx';
import classes from './connection.module.css';
import { SchemasTable } from './schemas-table.tsx';
import { SummaryPanel } from './summary-panel.tsx';
import { chosenSchema, useSide, type SideCalls, type Tested } from './use-side.ts';
import { waiting } from './use-long-call.ts';
import { AccountRightsNotice } from './account-rights.tsx';
import { Warnings } from './warnings.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '../../../contract/endpoint.ts';
import { describeImports } from '../../../contract/inventory.ts';
import { call } from '../../lib/api.ts';
import { formatNumber, formatTime } from '../../lib/format.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useTexts, type Texts } from '../../lib/i18n/index.ts';

interface Props {
  project: ProjectRow;
  side: Side;
  types: DatabaseType[];
  type: DatabaseType;
}

/** One column: the connection, what to read there, what was found. */
export function SidePanel({ project, side, types, type }: Props) {
  const t = useTexts('connection');
  const heading = useId();
  const { watch, setValue, setError, clearErrors, trigger } = useFormContext<ScreenForm>();
  const objectTypes = typesOf(type, project);
  const form = offered(watch(side), objectTypes);
  const onChange = (next: SideForm) => setValue(side, next);
  const { values } = form;
  const names = formNames(side, type);
  const calls = useSide(project, side, type, form, {
    onSaved: () => onChange({ ...form, values: { ...values, password: '', no_password: false } }),
    onRefused: (error) =>
      placeServerErrors(error, names, setError, (field) => formName(side, field)),
  });
  const password = passwordState(values, type, project, side);
  const stored = storedConnection(project, side);
  const changed = !samePlace(values, stored);
  const works = calls.connected !== null && sameSignIn(calls.connected, values);
  const unsaved = works ? unsavedFields(values, stored) : [];

  const setValues = (next: ConnectionValues) => {
    // A password alone does not change what is there to read; a place does.
    if (!samePlace(next, values)) calls.forget();
    if (next.engine !== values.engine || next.no_password !== values.no_password) clearErrors(side);
    onChange({ ...form, values: next, ...(!samePlace(next, values) && { schema: '' }) });
  };
  const attempt = (start: () => Promise<void>) => async () => {
    if (calls.busy) return;
    if (await trigger(names, { shouldFocus: true })) void start();
  };
  const reading = (start: () => Promise<void>) =>
    attempt(() => {
      setValue('reportType', side);
      return start();
    });
  const ready = calls.schemas !== null && calls.schemas.length > 0;
  const waits = waiting(calls.busy);

  return (
    <Paper component="section" withBorder p="md" radius="md" aria-labelledby={heading}>
      <Stack gap="sm">
        <div>
          <Title order={2} size="h4" id={heading}>
            {t(side)}
          </Title>
          <ImportedSoFar projectId={project.Project_Id} side={side} />
        </div>
        <Title order={3} size="h5">
          {t('step_connect')}
        </Title>
        <ConnectionFields
          {...{ side, types, type, values, password }}
          changed={changed}
          onChange={setValues}
          onReset={() => setValues(stored)}
        />
        <Group gap="sm">
          <Button variant="default" {...waits} onClick={() => void attempt(calls.test)()}>
            {t('test')}
          </Button>
        </Group>
        {calls.tested && <Connected tested={calls.tested} />}
        {unsaved.length > 0 && <SaveOffer {...{ side, values, stored, unsaved, calls }} />}
        <Warnings of={calls.tested} />
        <AccountRightsNotice
          rights={calls.tested?.rights ?? (changed ? null : project[`${side}_rights`])}
        />
        <Title order={3} size="h5" mt="xs">
          {t('step_read')}
        </Title>
        <Group gap="sm">
          <Button {...waits} onClick={() => void reading(calls.readAll)()}>
            {t('readEverything')}
          </Button>
          <Text size="sm" c="dimmed" flex={1} miw={160}>
            {t('everythingHint')}
          </Text>
        </Group>
        <Group gap="sm">
          <Button variant="default" {...waits} onClick={() => void attempt(calls.fetchSchemas)()}>
            {t('fetchSchemas')}
          </Button>
          <Text size="sm" c="dimmed" flex={1} miw={160} component="output">
            {schemasSay(t, calls.schemas)}
          </Text>
        </Group>
        <Choices {...{ side, objectTypes, form, onChange, schemas: calls.schemas }} />
        <Group gap="sm">
          <Button
            className={classes.report ?? ''}
            disabled={!ready}
            {...waits}
            onClick={() => void reading(calls.generateReport)()}
          >
            {t(ready ? `${side}_report` : `${side}_reportLoading`)}
          </Button>
        </Group>
        {calls.busy && (
          <Progress
            busy={calls.busy}
            importing={calls.importing}
            reading={calls.reading}
            onCancel={calls.cancel}
          />
        )}
        {calls.counting.busy && (
          <Progress busy={calls.counting.busy} onCancel={calls.counting.cancel} />
        )}
        {calls.summary && <SummaryPanel summary={calls.summary} />}
        {calls.reading && calls.reading.planned > 1 && (
          <SchemasTable side={side} reading={calls.reading} />
        )}
        {calls.report && (
          <ReportPanel
            {...{ project, side, calls, report: calls.report }}
            offersSaving={unsaved.length > 0 && values.engine === stored.engine}
          />
        )}
      </Stack>
    </Paper>
  );
}

/** Not every engine has every type of object. */
const offered = (form: SideForm, types: readonly ObjectType[]): SideForm =>
  types.includes(form.objectType) ? form : { ...form, objectType: types[0] ?? 'tables' };

/** Those of its engine, and those of them that a project switches on. */
const typesOf = ({ object_types, tracked_types }: DatabaseType, { also_tracked }: ProjectRow) => {
  const tracked = trackedOf(also_tracked);
  return [...object_types, ...tracked_types.filter((one) => tracked.includes(one))];
};

function Connected({ tested }: { tested: Tested }) {
  const t = useTexts('connection');
  return (
    <Alert color="green" title={t('connected', { version: tested.server_version })}>
      {t('connectedIn', { ms: Math.round(tested.elapsed_ms) })}{' '}
      {t(tested.warnings.length === 0 ? 'seesAll' : 'seesSome')}
    </Alert>
  );
}

function schemasSay(t: Texts<'connection'>, schemas: string[] | null): string {
  if (!schemas) return t('schemasHint');
  return schemas.length === 0 ? t('noSchemas') : t('schemasFound', { count: schemas.length });
}

interface ChoicesProps extends Pick<Props, 'side'> {
  objectTypes: readonly ObjectType[];
  form: SideForm;
  onChange: (form: SideForm) => void;
  schemas: string[] | null;
}

/** What to read: a type of object, and a schema out of those that were fetched. */
function Choices({ side, objectTypes, form, onChange, schemas }: ChoicesProps) {
  const t = useTexts('connection');
  const words = useTexts('object-words');
  const first = schemas?.[0];
  return (
    <Group grow align="flex-start">
      <NativeSelect
        label={t(`${side}_type`)}
        value={form.objectType}
        data={objectTypes.map((one) => ({ value: one, label: words(one) }))}
        onChange={(event) =>
          onChange({ ...form, objectType: event.currentTarget.value as ObjectType })
        }
      />
      <NativeSelect
        label={t(`${side}_schema`)}
        value={chosenSchema(form, schemas)}
        disabled={first === undefined}
        data={[
          {
            value: '',
            label:
              first === undefined ? t('schemaBefore') : t('schemaPlaceholder', { name: first }),
          },
          ...(schemas ?? []),
        ]}
        onChange={(event) => onChange({ ...form, schema: event.currentTarget.value })}
      />
    </Group>
  );
}

interface SaveOfferProps {
  side: Side;
  values: ConnectionValues;
  stored: ConnectionValues;
  /** Not empty. */
  unsaved: ReturnType<typeof unsavedFields>;
  calls: SideCalls;
}

/** A connection that works, and that the project does not know: everything else goes on with the one that it has. */
function SaveOffer({ side, values, stored, unsaved, calls }: SaveOfferProps) {
  const t = useTexts('connection');
  if (values.engine !== stored.engine) return <Text size="sm">{t('saveOtherEngine')}</Text>;
  return (
    <Alert color="blue" variant="light" title={t('saveTitle')}>
      <Group gap="sm">
        <Text size="sm" flex={1} miw={160}>
          {t('saveWhat', { fields: unsaved.map((field) => t(`${side}_${field}`)).join(', ') })}
        </Text>
        <Button
          size="compact-sm"
          {...waiting(calls.busy)}
          onClick={() => !calls.busy && void calls.save()}
        >
          {t('save')}
        </Button>
      </Group>
    </Alert>
  );
}

/** What the project has of a side already, and since when. */
function ImportedSoFar({ projectId, side }: { projectId: number; side: Side }) {
  const t = useTexts('connection');
  const words = useTexts('object-words');
  const { data } = useQuery({
    queryKey: queryKeys.imports(projectId),
    queryFn: ({ signal }) => call(describeImports, { params: { id: projectId }, signal }),
  });
  const { types, imported_at, imported_by } = data?.[side] ?? NOTHING;
  const counts = types.map(({ object_type, count, added_at }) => (
    <span key={object_type} title={t('addedAt', { time: formatTime(added_at) })}>
      {`${formatNumber(count)} ${words(object_type)}`}
    </span>
  ));
  return (
    // Its line is there before its words are.
    <Text size="sm" c="dimmed" mih="1.5em">
      {data && counts.length === 0 && t('nothingImported')}
      {counts.flatMap((one, index) => (index === 0 ? [one] : [' · ', one]))}{' '}
      {imported_at && t('lastImport', { time: formatTime(imported_at), person: imported_by ?? '' })}
    </Text>
  );
}

const NOTHING: ResponseOf<typeof describeImports>['source'] = {
  imported_at: null,
  imported_by: null,
  types: [],
};
