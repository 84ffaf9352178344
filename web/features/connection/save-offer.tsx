import { Alert, Button, Group, Text } from '@mantine/core';
import type { Side } from '../../../contract/fields.ts';
import type { ConnectionValues, unsavedFields } from './connection-form.ts';
import { useConnectionTexts } from './texts.ts';
import type { SideCalls } from './use-side.ts';
import { waiting } from './use-long-call.ts';

interface Props {
  side: Side;
  values: ConnectionValues;
  stored: ConnectionValues;
  /** Not empty. */
  unsaved: ReturnType<typeof unsavedFields>;
  calls: SideCalls;
}

/** A connection that works, and that the project does not know: everything else goes on with the one that it has. */
export function SaveOffer({ side, values, stored, unsaved, calls }: Props) {
  const t = useConnectionTexts();
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
