import { Button, CopyButton, Group, Text } from '@mantine/core';
import { useTexts } from '../../../lib/i18n/index.ts';
import { Sql } from '../../../ui/sql.tsx';
import classes from '../pair/pair.module.css';

/** Statements as people run them. Several findings may need the same one. */
export const asScript = (statements: readonly string[]): string =>
  [...new Set(statements)].map((statement) => `${statement};`).join('\n');

function Copy({ script, text }: { script: string; text?: string }) {
  const t = useTexts('pair');
  return (
    <CopyButton value={script}>
      {({ copied, copy }) => (
        <Button variant="default" size="compact-sm" onClick={copy}>
          {copied ? t('copied') : (text ?? t('copy'))}
        </Button>
      )}
    </CopyButton>
  );
}

interface Props {
  statements: readonly string[];
  /** What they leave out. */
  unmended: string | null;
}

/** What mends a finding on the target, to copy. */
export function Repair({ statements, unmended }: Props) {
  const t = useTexts('pair');
  const script = asScript(statements);
  return (
    <details>
      <summary className={classes.summary}>
        <Text size="sm" component="span">
          {t('repair')}
        </Text>
      </summary>
      <pre className={classes.code}>
        <Sql text={script} />
      </pre>
      <Group gap="xs" mt={4}>
        <Copy script={script} />
        <Text size="sm" c="dimmed">
          {t('repairHelp')}
        </Text>
      </Group>
      {unmended !== null && (
        <Text size="sm" mt={4}>
          <bdi>{unmended}</bdi>
        </Text>
      )}
    </details>
  );
}

/** The statements of all findings of a pair. */
export function CopyRepairs({ statements }: { statements: readonly string[] }) {
  const t = useTexts('pair');
  const count = new Set(statements).size;
  if (count === 0) return null;
  return <Copy script={asScript(statements)} text={t('copyAll', { count })} />;
}
