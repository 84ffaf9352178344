import {
  Alert,
  Button,
  Checkbox,
  Fieldset,
  NativeSelect,
  Stack,
  Text,
  TextInput,
  Textarea,
} from '@mantine/core';
import type { ChangeEvent } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { DatabaseType } from '../../../contract/database-types.ts';
import type { CallOf } from '../../../contract/endpoint.ts';
import { TLS_MODES, type TlsMode, needsAuthority } from '../../../contract/engines.ts';
import type { Side } from '../../../contract/fields.ts';
import { testConnection } from '../../../contract/inventory.ts';
import { call } from '../../lib/api.ts';
import { fieldMessage, placeServerErrors } from '../../lib/forms.ts';
import { Progress, useLongCall, waiting } from '../connection/progress.tsx';
import {
  engineOf,
  fieldsOfStep,
  placeTried,
  wireName,
  type ProjectInput,
} from './project-form-schema.ts';
import { StepName, type TriedConnection } from './project-summary.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { useTexts } from '../../lib/i18n/index.ts';

interface Props {
  types: readonly DatabaseType[];
  side: Side;
  /** Result of the last test. */
  tried: TriedConnection | null;
  onTried: (answer: TriedConnection | null) => void;
}

/** The engine of one side, and the connection fields that it requires. */
export function ConnectionSide(props: Props) {
  const { side, types } = props;
  const t = useTexts('projects');
  const { register, watch, getValues, setValue, formState } = useFormContext<ProjectInput>();
  const database = side === 'source' ? 'Source_Database' : 'Target_Database';
  const port = wireName(side, 'port');
  const engine = engineOf(types, { [database]: watch(database) ?? '' }, side);

  const isWithoutPassword = Boolean(watch(`${side}_no_password`));

  const fillDefaultPort = (chosen: string) => {
    const typed = getValues(port) ?? '';
    const isDefault = types.some(({ default_port }) => String(default_port) === typed);
    const next = types.find(({ id }) => String(id) === chosen)?.default_port;
    // Keeps a port that the user typed.
    if (typed === '' || isDefault) setValue(port, next ? String(next) : '');
  };
  /** Suggests the source's name for the target: most databases keep their name when they are migrated. */
  const nameTarget = () => {
    const target = wireName('target', 'db_name');
    const name = getValues('source_db_name') ?? '';
    const isServer = engineOf(types, getValues(), 'target')?.fields.includes('ip');
    if (engine?.fields.includes('ip') && isServer && !getValues(target)) setValue(target, name);
  };
  const fieldProps = <K extends Parameters<typeof t>[0]>(name: K) => ({
    label: t(name),
    error: fieldMessage(t(name), formState.errors[name]),
    ...register(name),
  });

  return (
    <Fieldset legend={<StepName step={side}>{t(side)}</StepName>}>
      <Stack gap="sm">
        <NativeSelect
          label={t(database)}
          required
          error={fieldMessage(t(database), formState.errors[database])}
          data={[
            { value: '', label: t('choose') },
            ...types.map(({ id, dbname }) => ({ value: String(id), label: dbname })),
          ]}
          {...register(database, {
            onChange: (event: ChangeEvent<HTMLSelectElement>) =>
              fillDefaultPort(event.target.value),
          })}
        />
        {!engine && (
          <Text size="sm" c="dimmed">
            {t('chooseFirst', { database: t(database) })}
          </Text>
        )}
        {engine?.fields.map((field) => {
          const name = wireName(side, field);
          if (field === 'password') {
            return (
              <Stack key={name} gap="xs">
                <PasswordInput
                  required={!isWithoutPassword}
                  disabled={isWithoutPassword}
                  autoComplete="new-password"
                  {...fieldProps(name)}
                />
                <Checkbox label={t(`${side}_no_password`)} {...register(`${side}_no_password`)} />
              </Stack>
            );
          }
          const isFile = field === 'db_name' && !engine.fields.includes('ip');
          return (
            <TextInput
              key={name}
              required
              description={isFile && t('fileHint')}
              autoComplete="off"
              {...(field === 'port' && { inputMode: 'numeric' as const })}
              {...fieldProps(name)}
              {...(side === 'source' &&
                field === 'db_name' && {
                  ...register(name, { onBlur: nameTarget }),
                })}
            />
          );
        })}
        {engine?.tls && (
          <NativeSelect
            data={TLS_MODES.map((value) => ({ value, label: t(`tls_${value}`) }))}
            {...fieldProps(`${side}_tls`)}
          />
        )}
        {engine?.tls && needsAuthority(watch(`${side}_tls`) as TlsMode) && (
          <Textarea autosize minRows={3} maxRows={8} {...fieldProps(`${side}_tls_ca`)} />
        )}
        {engine && <TryConnection key={engine.id} engine={engine} {...props} />}
      </Stack>
    </Fieldset>
  );
}

/** Tests the connection before the project exists. */
function TryConnection({ side, engine, types, tried, onTried }: Props & { engine: DatabaseType }) {
  const t = useTexts('connection');
  const { getValues, setError, trigger } = useFormContext<ProjectInput>();
  const names = fieldsOfStep(side, types, getValues());
  const place = placeTried(side, types, useWatch<ProjectInput>() as ProjectInput);
  // The connection form calls a field `source_db_ip` that a project calls `source_ip`.
  const nameOf = (field: string) =>
    field.replace(/^(source|target)_db_(ip|port|username)$/, '$1_$2');
  const { busy, run, cancel } = useLongCall((error) =>
    placeServerErrors(error, names, setError, nameOf),
  );
  const test = async () => {
    onTried(null);
    if (busy || !(await trigger(names, { shouldFocus: true }))) return;
    const values = getValues();
    const body = {
      reportType: side,
      [side === 'source' ? 'Source_Database' : 'Target_Database']: engine.id,
      [`${side}_db_ip`]: values[`${side}_ip`],
      [`${side}_db_port`]: values[`${side}_port`],
      [`${side}_db_name`]: values[`${side}_db_name`],
      [`${side}_db_username`]: values[`${side}_username`],
      [`${side}_db_password`]: values[`${side}_db_password`],
      [`${side}_no_password`]: values[`${side}_no_password`] ? 1 : null,
      [`${side}_tls`]: engine.tls ? values[`${side}_tls`] : null,
      [`${side}_tls_ca`]: values[`${side}_tls_ca`],
    } as CallOf<typeof testConnection>['body'];
    await run('test', async (signal) => {
      const { server_version: version } = await call(testConnection, { body, signal });
      onTried({ version, place });
    });
  };
  return (
    <>
      <div>
        <Button variant="default" {...waiting(busy)} onClick={() => void test()}>
          {t('test')}
        </Button>
      </div>
      {busy && <Progress busy={busy} onCancel={cancel} />}
      {tried?.place === place && (
        <Alert color="green" title={t('connected', { version: tried.version })} />
      )}
    </>
  );
}
