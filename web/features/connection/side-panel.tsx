import { Alert, Button, Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core';
import { useId, useState } from 'react';
import type { DatabaseType } from '../../../contract/database-types.ts';
import type { ConnectionField, ObjectType } from '../../../contract/engines.ts';
import type { Side } from '../../../contract/fields.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { sayRequired } from '../../lib/i18n/messages.ts';
import { ConnectionFields } from './connection-fields.tsx';
import {
  missingFields,
  passwordState,
  samePlace,
  sameSignIn,
  storedConnection,
  unsavedFields,
  type ConnectionValues,
} from './connection-form.ts';
import type { SideForm } from './db-data.ts';
import { Progress } from './progress.tsx';
import { ReportPanel } from './report-panel.tsx';
import classes from './connection.module.css';
import { SchemasTable } from './schemas-table.tsx';
import { SummaryPanel } from './summary-panel.tsx';
import { chosenSchema, useSide, type SideCalls } from './use-side.ts';
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
  form: SideForm;
  onChange: (form: SideForm) => void;
  onReport: () => void;
}

/** One column: the connection, what to read there, what was found. */
export function SidePanel({ project, side, types, type, form, onChange, onReport }: Props) {
  const t = useTexts('connection');
  const heading = useId();
  const calls = useSide(project, side, type, form, () =>
    onChange({ ...form, values: { ...form.values, password: '', no_password: false } }),
  );
  const [tried, setTried] = useState(false);
  const { values } = form;
  const password = passwordState(values, type, project, side);
  const missing = missingFields(values, type, password);
  const stored = storedConnection(project, side);
  const changed = !samePlace(values, stored);
  const works = calls.connected !== null && sameSignIn(calls.connected, values);
  const unsaved = works ? unsavedFields(values, stored) : [];

  const errors: Partial<Record<ConnectionField | 'tls_ca', string>> = {};
  for (const field of [...type.fields, 'tls_ca' as const]) {
    const wireName = field === 'tls_ca' ? `${side}_tls_ca` : wireNames[field](side);
    const said = calls.fieldErrors[wireName];
    if (said) errors[field] = said;
    if (tried && missing.includes(field) && password !== 'again') {
      errors[field] = sayRequired(t(`${side}_${field}`));
    }
  }

  const setValues = (next: ConnectionValues) => {
    // A password alone does not change what is there to read; a place does.
    if (!samePlace(next, values)) calls.forget();
    onChange({ ...form, values: next, ...(!samePlace(next, values) && { schema: '' }) });
  };
  const attempt = (start: () => Promise<void>) => () => {
    setTried(true);
    if (missing.length === 0 && !calls.busy) void start();
  };
  const readAll = () => {
    onReport();
    return calls.readAll();
  };
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
          {...{ side, types, type, values, password, errors }}
          changed={changed}
          onChange={setValues}
          onReset={() => setValues(stored)}
        />
        <Group gap="sm">
          <Button variant="default" {...waits} onClick={attempt(calls.test)}>
            {t('test')}
          </Button>
        </Group>
        {calls.tested && (
          <Alert color="green" title={t('connected', { version: calls.tested.server_version })}>
            {t('connectedIn', { ms: Math.round(calls.tested.elapsed_ms) })}{' '}
            {t(calls.tested.warnings.length === 0 ? 'seesAll' : 'seesSome')}
          </Alert>
        )}
        {unsaved.length > 0 && <SaveOffer {...{ side, values, stored, unsaved, calls }} />}
        <Warnings of={calls.tested} />
        <AccountRightsNotice
          rights={calls.tested?.rights ?? (changed ? null : project[`${side}_rights`])}
        />
        <Title order={3} size="h5" mt="xs">
          {t('step_read')}
        </Title>
        <Group gap="sm">
          <Button {...waits} onClick={attempt(readAll)}>
            {t('readEverything')}
          </Button>
          <Text size="sm" c="dimmed" flex={1} miw={160}>
            {t('everythingHint')}
          </Text>
        </Group>
        <Group gap="sm">
          <Button variant="default" {...waits} onClick={attempt(calls.fetchSchemas)}>
            {t('fetchSchemas')}
          </Button>
          <Text size="sm" c="dimmed" flex={1} miw={160} component="output">
            {schemasSay(t, calls.schemas)}
          </Text>
        </Group>
        <Choices {...{ side, type, form, onChange, schemas: calls.schemas }} />
        <Group gap="sm">
          <Button
            className={classes.report ?? ''}
            disabled={!ready}
            {...waits}
            onClick={attempt(() => {
              onReport();
              return calls.generateReport();
            })}
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

const wireNames: Record<ConnectionField, (side: Side) => string> = {
  ip: (side) => `${side}_db_ip`,
  port: (side) => `${side}_db_port`,
  db_name: (side) => `${side}_db_name`,
  username: (side) => `${side}_db_username`,
  password: (side) => `${side}_db_password`,
};

function schemasSay(t: Texts<'connection'>, schemas: string[] | null): string {
  if (!schemas) return t('schemasHint');
  return schemas.length === 0 ? t('noSchemas') : t('schemasFound', { count: schemas.length });
}

interface ChoicesProps extends Pick<Props, 'side' | 'type' | 'form' | 'onChange'> {
  schemas: string[] | null;
}

/** What to read: a type of object, and a schema out of those that were fetched. */
function Choices({ side, type, form, onChange, schemas }: ChoicesProps) {
  const t = useTexts('connection');
  const words = useTexts('object-words');
  const first = schemas?.[0];
  return (
    <Group grow align="flex-start">
      <NativeSelect
        label={t(`${side}_type`)}
        value={form.objectType}
        data={type.object_types.map((one) => ({ value: one, label: words(one) }))}
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
