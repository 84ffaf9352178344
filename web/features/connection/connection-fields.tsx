import {
  Anchor,
  Checkbox,
  Grid,
  NativeSelect,
  Stack,
  Text,
  TextInput,
  Textarea,
  type GridColProps,
} from '@mantine/core';
import type { DatabaseType, EngineId } from '../../../contract/database-types.ts';
import {
  TLS_MODES,
  type ConnectionField,
  type TlsMode,
  needsAuthority,
} from '../../../contract/engines.ts';
import type { Side } from '../../../contract/fields.ts';
import { changeEngine, type ConnectionValues, type PasswordState } from './connection-form.ts';
import { PasswordInput } from '../../ui/password-input.tsx';
import { useTexts } from '../../lib/i18n/index.ts';

interface Props {
  side: Side;
  types: DatabaseType[];
  type: DatabaseType;
  values: ConnectionValues;
  password: PasswordState;
  /** By field; what the server or a first try said. */
  errors: Partial<Record<ConnectionField | 'tls_ca', string>>;
  changed: boolean;
  onChange: (values: ConnectionValues) => void;
  onReset: () => void;
}

/** The fields that the engine has, in its order. */
export function ConnectionFields(props: Props) {
  const { side, types, type, values, password, errors, changed, onChange, onReset } = props;
  const t = useTexts('connection');
  const set = (part: Partial<ConnectionValues>) => onChange({ ...values, ...part });

  return (
    <Stack gap="sm">
      <NativeSelect
        label={t(`${side}_engine`)}
        value={String(values.engine)}
        data={types.map((one) => ({
          value: String(one.id),
          label: one.dbname,
        }))}
        onChange={(event) => {
          const id = Number(event.currentTarget.value) as EngineId;
          const to = types.find((one) => one.id === id);
          if (to) onChange(changeEngine(values, type, to));
        }}
      />
      <Grid gap="sm">
        {type.fields.map((field) => (
          <Grid.Col key={field} span={type.fields.length > 1 ? SPANS[field] : 12}>
            <Field {...{ side, type, field, values, password, set }} error={errors[field]} />
          </Grid.Col>
        ))}
      </Grid>
      {type.tls && (
        <NativeSelect
          label={t(`${side}_tls`)}
          value={values.tls}
          data={TLS_MODES.map((mode) => ({ value: mode, label: t(`tls_${mode}`) }))}
          onChange={(event) => set({ tls: event.currentTarget.value as TlsMode })}
        />
      )}
      {type.tls && needsAuthority(values.tls) && (
        <Textarea
          label={t(`${side}_tls_ca`)}
          value={values.tls_ca}
          error={errors.tls_ca}
          autosize
          minRows={3}
          maxRows={8}
          spellCheck={false}
          styles={{ input: { fontFamily: 'monospace' } }}
          onChange={(event) => set({ tls_ca: event.currentTarget.value })}
        />
      )}
      {changed && (
        <Text size="sm">
          <Anchor component="button" type="button" onClick={onReset}>
            {t('backToProject')}
          </Anchor>
        </Text>
      )}
    </Stack>
  );
}

/** Of twelve: host and port share a line, and so do name and password. */
const SPANS: Record<ConnectionField, NonNullable<GridColProps['span']>> = {
  ip: 8,
  port: 4,
  db_name: 12,
  username: { base: 12, xs: 6 },
  password: { base: 12, xs: 6 },
};

interface FieldProps extends Pick<Props, 'side' | 'type' | 'values' | 'password'> {
  field: ConnectionField;
  error: string | undefined;
  set: (part: Partial<ConnectionValues>) => void;
}

function Field({ side, type, field, values, password, error, set }: FieldProps) {
  const t = useTexts('connection');
  const shared = {
    label: t(`${side}_${field}`),
    value: values[field],
    error,
    onChange: (event: { currentTarget: { value: string } }) =>
      set({ [field]: event.currentTarget.value }),
  };
  if (field === 'password') {
    return (
      <>
        <PasswordInput
          {...shared}
          autoComplete="new-password"
          placeholder={password === 'stored' ? t('passwordStored') : ''}
          error={error ?? (password === 'again' && t('passwordAgain'))}
          disabled={values.no_password ?? false}
        />
        <Checkbox
          mt="xs"
          size="sm"
          label={t(`${side}_no_password`)}
          checked={values.no_password ?? false}
          onChange={(event) => set({ no_password: event.currentTarget.checked })}
        />
      </>
    );
  }
  const isFile = field === 'db_name' && !type.fields.includes('ip');
  return (
    <TextInput
      {...shared}
      autoComplete="off"
      spellCheck={false}
      inputMode={field === 'port' ? 'numeric' : 'text'}
      placeholder={field === 'port' ? (type.default_port?.toString() ?? '') : ''}
      description={isFile && t('fileHint')}
    />
  );
}
