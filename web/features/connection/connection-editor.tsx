import {
  Alert,
  Button,
  Group,
  Stack,
  Text,
  Anchor,
  Checkbox,
  Grid,
  NativeSelect,
  TextInput,
  Textarea,
  type GridColProps,
} from '@mantine/core';
import type { DatabaseType, EngineId } from '../../../contract/database-types.ts';
import type { Side } from '../../../contract/fields.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import classes from './connection.module.css';
import {
  type ConnectionValues,
  type PasswordState,
  type unsavedFields,
  changeEngine,
  type ScreenForm,
} from './connection-form.ts';
import { waiting } from './progress.tsx';
import type { Tested } from './side-results.ts';
import type { SideCalls } from './use-side.ts';
import {
  TLS_MODES,
  type ConnectionField,
  type TlsMode,
  needsAuthority,
} from '../../../contract/engines.ts';
import { useFormContext } from 'react-hook-form';
import { fieldMessage } from '../../lib/forms.ts';
import { PasswordInput } from '../../ui/password-input.tsx';
import { listOf } from '../../lib/format.ts';

interface FieldsProps {
  side: Side;
  types: DatabaseType[];
  type: DatabaseType;
  values: ConnectionValues;
  password: PasswordState;
  changed: boolean;
  onChange: (values: ConnectionValues) => void;
  onReset: () => void;
}

/** The engine's connection fields, in its order. */
function ConnectionFields(props: FieldsProps) {
  const { side, types, type, values, password, changed, onChange, onReset } = props;
  const t = useTexts('connection');
  const set = (part: Partial<ConnectionValues>) => onChange({ ...values, ...part });
  const inputOf = useInputs(side, values, set);

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
      <Grid gap="sm" type="container" breakpoints={CARD_WIDTHS}>
        {type.fields.map((field) => (
          <Grid.Col key={field} span={type.fields.length > 1 ? SPANS[field] : 12}>
            <Field {...{ side, type, field, values, password, set }} />
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
          {...inputOf('tls_ca')}
          autosize
          minRows={3}
          maxRows={8}
          dir="ltr"
          spellCheck={false}
          styles={{ input: { fontFamily: 'monospace' } }}
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

/** `xs` is the width of the card from which two fields with their labels fit beside each other. */
const CARD_WIDTHS = { xs: '440px', sm: '600px', md: '800px', lg: '1000px', xl: '1200px' };

/** Column spans out of twelve: host and port share a line, and so do name and password. */
const SPANS: Record<ConnectionField, NonNullable<GridColProps['span']>> = {
  ip: 8,
  port: 4,
  db_name: 12,
  username: { base: 12, xs: 6 },
  password: { base: 12, xs: 6 },
};

interface FieldProps extends Pick<FieldsProps, 'side' | 'type' | 'values' | 'password'> {
  field: ConnectionField;
  set: (part: Partial<ConnectionValues>) => void;
}

/** Props of an input of the form: label, value and error. */
function useInputs(
  side: Side,
  values: ConnectionValues,
  set: (part: Partial<ConnectionValues>) => void,
) {
  const t = useTexts('connection');
  const { register, clearErrors, formState } = useFormContext<ScreenForm>();
  return (field: ConnectionField | 'tls_ca') => {
    const name = `${side}.values.${field}` as const;
    const label = t(`${side}_${field}`);
    return {
      ref: register(name).ref,
      label,
      value: values[field],
      error: fieldMessage(label, formState.errors[side]?.values?.[field]),
      onChange: (event: { currentTarget: { value: string } }) => {
        clearErrors(name);
        set({ [field]: event.currentTarget.value });
      },
    };
  };
}

function Field({ side, type, field, values, password, set }: FieldProps) {
  const t = useTexts('connection');
  const input = useInputs(side, values, set)(field);
  if (field === 'password') {
    return (
      <>
        <PasswordInput
          {...input}
          autoComplete="new-password"
          placeholder={password === 'stored' ? t('passwordStored') : ''}
          error={password === 'again' ? t('passwordAgain') : input.error}
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
      {...input}
      dir="ltr"
      classNames={{ input: classes.technical ?? '' }}
      autoComplete="off"
      spellCheck={false}
      inputMode={field === 'port' ? 'numeric' : 'text'}
      placeholder={field === 'port' ? (type.default_port?.toString() ?? '') : ''}
      description={isFile && t('fileHint')}
    />
  );
}

interface Props extends Omit<SaveOfferProps, 'unsaved'> {
  types: DatabaseType[];
  type: DatabaseType;
  password: PasswordState;
  /** Whether the form leads to another place than the stored connection. */
  changed: boolean;
  onChange: (values: ConnectionValues) => void;
  /** Calls `start` if the form is complete. */
  attempt: (start: () => Promise<void>) => Promise<void>;
}

/** The connection of one side: its fields, and a button that tests it. */
export function ConnectionEditor(props: Props) {
  const { side, types, type, values, stored, password, changed, calls } = props;
  const t = useTexts('connection');
  const isSavable = values.engine === stored.engine;
  const differs = changed || password === 'typed';
  const waits = waiting(calls.busy);
  return (
    <Stack gap="sm">
      <ConnectionFields
        {...{ side, types, type, values, password, changed }}
        onChange={props.onChange}
        onReset={() => props.onChange(stored)}
      />
      <Group gap="sm">
        {differs && isSavable && (
          <Button {...waits} onClick={() => void props.attempt(() => calls.test(true))}>
            {t('testAndSave')}
          </Button>
        )}
        <Button variant="default" {...waits} onClick={() => void props.attempt(() => calls.test())}>
          {t('test')}
        </Button>
      </Group>
      {calls.tested && <Connected tested={calls.tested} />}
    </Stack>
  );
}

function Connected({ tested }: { tested: Tested }) {
  const t = useTexts('connection');
  return (
    <Alert color="green" title={t('connected', { version: tested.server_version })}>
      {t('connectedIn', { ms: Math.round(tested.elapsed_ms) })}{' '}
      {t(tested.warnings.length === 0 ? 'seesAll' : 'seesSome')}
    </Alert>
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

/** Offers to save a tested connection that differs from the stored one, which everything else still uses. */
export function SaveOffer({ side, values, stored, unsaved, calls }: SaveOfferProps) {
  const t = useTexts('connection');
  if (values.engine !== stored.engine) return <Text size="sm">{t('saveOtherEngine')}</Text>;
  return (
    <Alert color="blue" variant="light" title={t('saveTitle')}>
      <Group gap="sm">
        <Text size="sm" flex={1} miw={160}>
          {t('saveWhat', { fields: listOf(unsaved.map((field) => t(`${side}_${field}`))) })}
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
