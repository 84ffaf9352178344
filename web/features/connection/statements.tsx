import { Button, Code, CopyButton, Group } from '@mantine/core';
import { Sql } from '../../ui/sql.tsx';
import { useTexts } from '../../lib/i18n/index.ts';
import classes from './connection.module.css';

/** Statements for the database, to be copied. */
export function Statements({ text }: { text: string }) {
  const t = useTexts('connection');
  return (
    <Group gap="xs" align="flex-start" mt="xs" className={classes.statements}>
      <Code block dir="ltr">
        <Sql text={text} />
      </Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button size="compact-sm" variant="default" onClick={copy}>
            {t(copied ? 'rightsCopied' : 'rightsCopy')}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
