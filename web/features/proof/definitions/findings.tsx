import { Button, Group, Paper, Stack, Text, Title, Alert } from '@mantine/core';
import { useState } from 'react';
import type { PairRow } from '../../../../contract/proof/pairs.ts';
import type { Finding } from '../../../../contract/proof/definitions.ts';
import { formatDate } from '../../../lib/format.ts';
import { translateMessage } from '../../../lib/i18n/messages.ts';
import { useMe } from '../../../lib/session.ts';
import type { Tone } from '../../../ui/marks.tsx';
import { AcceptDialog } from '../evidence/accept-dialog.tsx';
import { Withdraw } from '../evidence/accepted.tsx';
import classes from '../pair/pair.module.css';
import { Tag } from '../pair/result-line.tsx';
import { CopyRepairs, Repair } from './repair.tsx';
import { useTexts } from '../../../lib/i18n/index.ts';
import { useRuleChanges } from '../rows/use-rule-changes.ts';
import { TextDiff } from './compared-texts.tsx';
import { kindOf } from '../../../../contract/proof/common.ts';

const TONES = new Map<string, Tone>([
  ['error', 'bad'],
  ['warning', 'fair'],
]);
/** Maximum number of parts with the same finding that its line names. */
const MAX_NAMES = 5;
const ORDER = { error: 0, warning: 1, info: 2 } as const;
const weight = ({ severity, accepted }: Finding) => ORDER[severity] + (accepted ? 3 : 0);

interface Props {
  pair: PairRow;
  findings: readonly Finding[];
  compared: boolean;
}

/** A finding that one or several parts of a pair have. */
type Grouped = Finding & {
  /** Names of all parts that have it, such as columns; none where it is about the object as a whole. */
  names: string[];
};

/** One finding for all parts of which the same is said, with the statements of all. */
export function groupFindings(findings: readonly Finding[]): Grouped[] {
  const groups = new Map<string, Grouped>();
  return findings.flatMap((finding) => {
    const { name, source, target, repair, removal } = finding;
    if (name === null) return [{ ...finding, names: [] }];
    const key = keyOfAlike(finding);
    const group = groups.get(key);
    if (!group) {
      const first = { ...finding, names: [name] };
      groups.set(key, first);
      return [first];
    }
    group.names.push(name);
    if (source !== group.source || target !== group.target) Object.assign(group, kindOf(finding));
    group.repair = withAll(group.repair, repair);
    group.removal = withAll(group.removal, removal);
    return [];
  });
}

/** What is the same of all findings that one decision settles. */
function keyOfAlike(finding: Finding): string {
  const { code, part, severity, detail, accepted, repair, removal, unmended } = finding;
  const { source, target } = kindOf(finding);
  const said = [code, part, severity, detail, unmended, repair === null, removal === null];
  return JSON.stringify([...said, source, target, accepted?.id]);
}

/** Statements of both, each once: one may repair several parts. */
const withAll = (some: string[] | null, more: string[] | null): string[] | null =>
  some && more ? [...new Set([...some, ...more])] : some;

/** The findings, worst first; accepted ones come last. */
export function Findings({ pair, findings, compared }: Props) {
  const t = useTexts('pair');
  const [accepting, setAccepting] = useState<Grouped | null>(null);
  const sorted = groupFindings(findings).toSorted((one, other) => weight(one) - weight(other));
  const notes = sorted.filter(isNote);
  const list = (some: readonly Grouped[]) =>
    some.length > 0 && (
      <Stack gap="xs">
        {some.map((finding) => (
          <One
            key={keyOf(finding)}
            pair={pair}
            finding={finding}
            onAccept={() => setAccepting(finding)}
          />
        ))}
      </Stack>
    );
  return (
    <section aria-label={t('findings')}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          {t('findings')}
        </Title>
        <CopyRepairs findings={findings} />
      </Group>
      <RenamedColumns pair={pair} findings={findings} />
      {findings.length === 0 && <Text>{t(compared ? 'noFindings' : 'structureNever')}</Text>}
      {list(sorted.filter((finding) => !isNote(finding)))}
      {notes.length > 0 && (
        <details open={notes.length === sorted.length}>
          <summary className={classes.summary}>
            <Text component="span" size="sm" c="dimmed">
              {t('notes', { count: notes.length })}
            </Text>
          </summary>
          {list(notes)}
        </details>
      )}
      {accepting && (
        <AcceptDialog
          pair={pair}
          finding={{
            ...accepting,
            detail: translateMessage(accepting.detail_said, accepting.detail),
          }}
          onClose={() => setAccepting(null)}
        />
      )}
    </section>
  );
}

/** Whether it can stand folded; what a text means asks for a look. */
const isNote = ({ severity, accepted, part }: Finding): boolean =>
  severity === 'info' && !accepted && part !== 'text';

/** Several parts of a table may have no name, such as checks on SQLite. */
const keyOf = ({ code, part, name, source, target }: Finding): string =>
  JSON.stringify([code, part, name, source, target]);

interface OneProps {
  pair: PairRow;
  finding: Grouped;
  onAccept: () => void;
}

function One({ pair, finding, onAccept }: OneProps) {
  const t = useTexts('pair');
  const { accepted, names } = finding;
  const shown = names.length > MAX_NAMES ? MAX_NAMES - 1 : names.length;
  const others = names.slice(shown);
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" align="flex-start">
        <div className={classes.grow}>
          <Group gap="xs">
            <Tag tone={TONES.get(finding.severity)}>{t(`severity_${finding.severity}`)}</Tag>
            <Text fw={600}>
              {names.length > 1 && finding.part === 'column'
                ? t('columns')
                : t(`part_${finding.part}`)}{' '}
              <bdi>{names.slice(0, shown).join(', ')}</bdi>
              {others.length > 0 && ` ${t('andOthers', { count: others.length })}`}
            </Text>
          </Group>
          <Text size="sm">
            <bdi>{translateMessage(finding.detail_said, finding.detail)}</bdi>
          </Text>
          <Both pair={pair} finding={finding} />
          {others.length > 0 && (
            <details>
              <summary className={classes.summary}>
                <Text size="sm" component="span">
                  {t('whichOthers')}
                </Text>
              </summary>
              <Text size="sm">
                <bdi>{others.join(', ')}</bdi>
              </Text>
            </details>
          )}
          {finding.advice && (
            <Text size="sm" c="dimmed">
              <bdi>{translateMessage(finding.advice_said, finding.advice)}</bdi>
            </Text>
          )}
          <Repair finding={finding} projectId={pair.Project_Id} />
          {accepted && (
            <Text size="sm">
              {accepted.until
                ? t('acceptedUntil', { reason: accepted.reason, date: formatDate(accepted.until) })
                : t('accepted', { reason: accepted.reason })}
            </Text>
          )}
        </div>
        <Decide pair={pair} finding={finding} onAccept={onAccept} />
      </Group>
    </Paper>
  );
}

/** What either side has; programs of several lines folded, unless the page shows them as its text. */
function Both({ pair, finding: { part, source, target } }: Pick<OneProps, 'pair' | 'finding'>) {
  const t = useTexts('pair');
  if ((source === null && target === null) || part === 'text') return null;
  if (![source, target].some((text) => text?.trim().includes('\n')))
    return (
      <Text size="sm" component="div">
        {t('source')}: <code>{source ?? '—'}</code> · {t('target')}: <code>{target ?? '—'}</code>
      </Text>
    );
  if (pair.object_type === 'triggers') return null;
  return (
    <details>
      <summary className={classes.summary}>
        <Text size="sm" component="span">
          {t('text')}
        </Text>
      </summary>
      <TextDiff source={source ?? ''} target={target ?? ''} />
    </details>
  );
}

/** Only administrators can accept a finding. Informative ones, and those of pairs without a counterpart, need no acceptance. */
function Decide({ pair, finding: { accepted, severity }, onAccept }: OneProps) {
  const t = useTexts('pair');
  if (useMe().is_admin !== 1) return null;
  if (accepted) return <Withdraw pair={pair} acceptance={accepted.id} />;
  if (severity === 'info' || pair.state === 'unmatched') return null;
  return (
    <Button variant="default" size="compact-sm" onClick={onAccept}>
      {t('accept')}
    </Button>
  );
}

interface RenamedProps {
  pair: PairRow;
  findings: readonly Finding[];
}

/** Asks whether columns that each side alone has are the same under other names; one press says so. */
function RenamedColumns({ pair, findings }: RenamedProps) {
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
