import { Button, Group, Stack, Text } from '@mantine/core';
import { readCauseId, type ToleratedCause } from '../../../../contract/proof/causes.ts';
import { useTexts } from '../../../lib/i18n/index.ts';

interface Props {
  causes: readonly ToleratedCause[];
  onChange: (causes: ToleratedCause[]) => void;
}

/** Differences that count as equal, each of which can be made to count again. */
export function Tolerated({ causes, onChange }: Props) {
  const t = useTexts('pair');
  return (
    <Stack gap="xs" component="section" aria-label={t('tolerated')}>
      <Text size="sm" fw={600}>
        {t('tolerated')}
      </Text>
      {causes.length === 0 && (
        <Text size="xs" c="dimmed">
          {t('toleratedNone')}
        </Text>
      )}
      {causes.map((one) => {
        const { kind, parameter } = readCauseId(one.cause);
        const word = t(`cause_${kind}` as 'cause_shift');
        const name = `${one.column}: ${parameter === '' ? word : `${word} (${parameter})`}`;
        return (
          <Group key={`${one.column} ${one.cause}`} gap="xs">
            <Text size="sm">
              <bdi>{name}</bdi>
            </Text>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`${t('toleratedRemove')}: ${name}`}
              onClick={() => onChange(causes.filter((other) => other !== one))}
            >
              {t('toleratedRemove')}
            </Button>
          </Group>
        );
      })}
    </Stack>
  );
}
