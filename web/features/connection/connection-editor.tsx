import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { DatabaseType } from '../../../contract/database-types.ts';
import type { Side } from '../../../contract/fields.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { ConnectionFields } from './connection-fields.tsx';
import type { ConnectionValues, PasswordState, unsavedFields } from './connection-form.ts';
import { waiting } from './use-long-call.ts';
import type { Tested } from './side-results.ts';
import type { SideCalls } from './use-side.ts';

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
