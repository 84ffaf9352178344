import { Anchor, Button, CopyButton, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Finding } from '../../../../contract/proof/definitions.ts';
import { useTexts } from '../../../lib/i18n/index.ts';
import { translateMessage } from '../../../lib/i18n/messages.ts';
import { Sql } from '../../../ui/sql.tsx';
import classes from '../pair/pair.module.css';
import { asComments, asScript } from './script.ts';

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
  /** Whether the statements are expanded initially. */
  open: boolean;
  summary: string;
  script: string;
  /** What the statements leave out or lose; null where that is nothing. */
  unmended: string | null;
  /** What stands below them. */
  children?: ReactNode;
}

/** Statements for the target, with a copy button. */
function Statements({ open, summary, script, unmended, children }: Props) {
  const t = useTexts('pair');
  return (
    <details open={open}>
      <summary className={classes.summary}>
        <Text size="sm" component="span">
          {summary}
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
      {children}
    </details>
  );
}

/** Statements that fail while an object that they name is still to be made. */
const NEEDS_OTHERS =
  /\bREFERENCES\b|^CREATE\s(?:OR\sREPLACE\s)?(?:VIEW|FUNCTION|PROCEDURE|TRIGGER)\b/u;

/** Says that other statements may have to come first, and where they are in their order. */
function Order({ projectId }: { projectId: number }) {
  const t = useTexts('pair');
  return (
    <Text size="sm" mt={4}>
      {t('repairNeeds')}{' '}
      <Anchor
        size="sm"
        underline="always"
        renderRoot={(props) => <Link to="/proof" search={{ project: projectId }} {...props} />}
      >
        {t('repairAll')}
      </Anchor>
    </Text>
  );
}

/** The statements that repair a finding or drop what only the target has, or why there are none. */
export function Repair({ finding, projectId }: { finding: Finding; projectId: number }) {
  const t = useTexts('pair');
  const { repair, removal, unmended_said } = finding;
  const unmended = finding.unmended && translateMessage(unmended_said, finding.unmended);
  if (repair) {
    const open = finding.severity === 'error' && !finding.accepted;
    const script = asScript(repair);
    return (
      <Statements
        open={open}
        summary={t('repair', { count: repair.length })}
        script={script}
        unmended={unmended}
      >
        {repair.some((statement) => NEEDS_OTHERS.test(statement)) && (
          <Order projectId={projectId} />
        )}
      </Statements>
    );
  }
  if (removal) {
    const script = asComments(removal);
    return <Statements open={false} summary={t('removal')} script={script} unmended={unmended} />;
  }
  return (
    unmended && (
      <Text size="sm" c="dimmed">
        <bdi>{unmended}</bdi>
      </Text>
    )
  );
}

/** Copies the statements of all findings of a pair; statements that drop something come last, as comments. */
export function CopyRepairs({ findings }: { findings: readonly Finding[] }) {
  const t = useTexts('pair');
  const statements = findings.flatMap(({ repair }) => repair ?? []);
  // Findings name columns first, but columns must be dropped last.
  const removals = findings.toReversed().flatMap(({ removal }) => removal ?? []);
  const count = new Set(statements).size;
  if (count === 0) return null;
  const dropping =
    removals.length === 0 ? [] : ['', `-- ${t('removalsHead')}`, asComments(removals)];
  const script = [asScript(statements), ...dropping].join('\n');
  return <Copy script={script} text={t('copyAll', { count })} />;
}
