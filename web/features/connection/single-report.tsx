import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ObjectType } from '../../../contract/engines.ts';
import type { Side } from '../../../contract/fields.ts';
import { useTexts, type Texts } from '../../lib/i18n/index.ts';
import classes from './connection.module.css';
import type { SideForm } from './connection-form.ts';
import { waiting } from './progress.tsx';
import { chosenSchema, type SideCalls } from './use-side.ts';

interface Props {
  side: Side;
  objectTypes: readonly ObjectType[];
  form: SideForm;
  onChange: (form: SideForm) => void;
  calls: SideCalls;
  onFetch: () => void;
  onGenerate: () => void;
}

/** A report on one type of object in one schema. Opening it fetches the schemas. */
export function SingleReport({ calls, onFetch, onGenerate, ...choices }: Props) {
  const t = useTexts('connection');
  const { side } = choices;
  const [opened, setOpened] = useState(false);
  const ready = calls.schemas !== null && calls.schemas.length > 0;
  const waits = waiting(calls.busy);
  const toggle = () => {
    if (!opened && calls.schemas === null) onFetch();
    setOpened(!opened);
  };
  return (
    <Stack gap="sm">
      <div>
        <Button variant="subtle" size="compact-sm" ms={-8} aria-expanded={opened} onClick={toggle}>
          {t('single')}
        </Button>
      </div>
      {opened && (
        <>
          <Group gap="sm">
            <Button variant="default" {...waits} onClick={onFetch}>
              {t('fetchSchemas')}
            </Button>
            <Text size="sm" c="dimmed" flex={1} miw={160} component="output">
              {schemasSay(t, calls.schemas)}
            </Text>
          </Group>
          <Choices {...choices} schemas={calls.schemas} />
          <Group gap="sm">
            <Button
              className={classes.report ?? ''}
              disabled={!ready}
              {...waits}
              onClick={onGenerate}
            >
              {t(calls.busy?.step === 'schemas' ? `${side}_reportLoading` : `${side}_report`)}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}

function schemasSay(t: Texts<'connection'>, schemas: string[] | null): string {
  if (!schemas) return t('schemasHint');
  return schemas.length === 0 ? t('noSchemas') : t('schemasFound', { count: schemas.length });
}

interface ChoicesProps extends Pick<Props, 'side' | 'objectTypes' | 'form' | 'onChange'> {
  schemas: string[] | null;
}

/** Selects the type of object and one of the fetched schemas. */
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
