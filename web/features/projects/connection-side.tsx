import { Checkbox, Fieldset, NativeSelect, Stack, Text, TextInput, Textarea } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { useFormContext } from 'react-hook-form';
import type { DatabaseType } from '../../../contract/database-types.ts';
import { TLS_MODES, type TlsMode, needsAuthority } from '../../../contract/engines.ts';
import type { Side } from '../../../contract/fields.ts';
import { fieldMessage } from '../../lib/forms.ts';
import { engineOf, wireName, type ProjectInput } from './project-form-schema.ts';
import { PasswordInput } from '../../ui/password-input.tsx';
import { useTexts } from '../../lib/i18n/index.ts';

/** One database of the project: its engine, and the connection fields that the engine asks for. */
export function ConnectionSide({ side, types }: { side: Side; types: readonly DatabaseType[] }) {
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
    // A port that somebody typed stays.
    if (typed === '' || isDefault) setValue(port, next ? String(next) : '');
  };
  const props = <K extends Parameters<typeof t>[0]>(name: K) => ({
    label: t(name),
    error: fieldMessage(t(name), formState.errors[name]),
    ...register(name),
  });

  return (
    <Fieldset legend={t(side)}>
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
                  {...props(name)}
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
              {...props(name)}
            />
          );
        })}
        {engine?.tls && (
          <NativeSelect
            data={TLS_MODES.map((value) => ({ value, label: t(`tls_${value}`) }))}
            {...props(`${side}_tls`)}
          />
        )}
        {engine?.tls && needsAuthority(watch(`${side}_tls`) as TlsMode) && (
          <Textarea autosize minRows={3} maxRows={8} {...props(`${side}_tls_ca`)} />
        )}
      </Stack>
    </Fieldset>
  );
}
