import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import type { MatchingRules } from '../../../../contract/proof/pairs.ts';
import { useTexts } from '../../../lib/i18n/index.ts';

type Schemas = MatchingRules['schemas'];
interface Props {
  schemas: Schemas;
  onChange: (schemas: Schemas) => void;
}

/** Edits the target schema of each source schema. */
export function SchemaMap({ schemas, onChange }: Props) {
  const t = useTexts('pairs');
  const set = (at: number, part: Partial<Schemas[number]>) =>
    onChange(schemas.map((one, index) => (index === at ? { ...one, ...part } : one)));
  const field = (at: number, key: 'from' | 'to') => (
    <TextInput
      dir="auto"
      label={t(key)}
      value={schemas[at]![key]}
      onChange={(event) => set(at, { [key]: event.currentTarget.value })}
      error={schemas[at]![key].trim() === '' && `${t(key)} ${t('emptyField')}`}
      maxLength={500}
      flex="1 1 140px"
    />
  );
  return (
    <Paper withBorder p="md" component="section" aria-label={t('schemas')}>
      <Stack gap="sm">
        <div>
          <Title order={2} size="h5">
            {t('schemas')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('schemasHelp')}
          </Text>
        </div>
        {schemas.map((schema, at) => (
          // Rows have nothing of their own to be told apart by.
          // oxlint-disable-next-line react/no-array-index-key
          <Group key={at} gap="sm" align="flex-start">
            {field(at, 'from')}
            {field(at, 'to')}
            <Button
              variant="default"
              mt={25}
              aria-label={`${t('remove')} ${schema.from}`}
              onClick={() => onChange(schemas.filter((_, index) => index !== at))}
            >
              {t('remove')}
            </Button>
          </Group>
        ))}
        <Group>
          <Button variant="default" onClick={() => onChange([...schemas, { from: '', to: '' }])}>
            {t('addSchema')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
