import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { Finding } from '../../../../contract/proof/definitions.ts';
import type { PairRow } from '../../../../contract/proof/pairs.ts';
import { useTexts } from '../../../lib/i18n/index.ts';
import { useRuleChanges } from '../rows/use-rule-changes.ts';

interface Props {
  pair: PairRow;
  findings: readonly Finding[];
}

/** Asks whether columns that each side alone has are the same under other names; one press says so. */
export function RenamedColumns({ pair, findings }: Props) {
  const t = useTexts('pair');
  const changes = useRuleChanges(pair, 'verify');
  const columns = findings.flatMap(({ code, name, likely, accepted }) =>
    code === 'column.missing' && name && likely && !accepted
      ? [{ source: name, target: likely }]
      : [],
  );
  if (!changes || columns.length === 0) return null;
  const { rules, busy, failure } = changes;
  const say = (same: typeof columns) => {
    const names = same.map(({ source, target }) => `${source} → ${target}`).join(', ');
    return changes.confirmChange(t('sameColumn'), t('sameColumnLine', { names }), {
      columns: [...rules.columns, ...same],
    });
  };
  return (
    <Alert color="blue" title={t('perhapsRenamed')} mb="sm">
      <Stack gap="xs" align="flex-start">
        {columns.map((one) => (
          <Group key={one.source} gap="sm">
            <Text size="sm">
              <bdi>{one.source}</bdi> → <bdi>{one.target}</bdi>
            </Text>
            <Button
              variant="default"
              size="compact-sm"
              disabled={busy}
              aria-label={`${t('sameColumn')}: ${one.source} → ${one.target}`}
              onClick={() => void say([one])}
            >
              {t('sameColumn')}
            </Button>
          </Group>
        ))}
        {columns.length > 1 && (
          <Button size="compact-sm" disabled={busy} onClick={() => void say(columns)}>
            {t('sameColumns', { count: columns.length })}
          </Button>
        )}
        {busy && (
          <Text size="sm" role="status">
            {t('comparing')}
          </Text>
        )}
        {failure && (
          <Text size="sm" c="red" role="alert">
            {failure}
          </Text>
        )}
      </Stack>
    </Alert>
  );
}
