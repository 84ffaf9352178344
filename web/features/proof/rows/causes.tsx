import { Button, Group, Progress, Stack, Text, UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import {
  isCauseOfValues,
  type Cause,
  type Explanation,
  type ToleratedCause,
} from '../../../../contract/proof/causes.ts';
import { formatNumber } from '../../../lib/format.ts';
import { translateMessage } from '../../../lib/i18n/messages.ts';
import { useTexts } from '../../../lib/i18n/index.ts';
import classes from './causes.module.css';
import { shownSides } from './shown.ts';
import { ToleranceDialog } from '../evidence/tolerance-dialog.tsx';
import type { RuleChanges } from './use-rule-changes.ts';
import { KeyText, RowText, Value } from './value.tsx';
import { Sideways } from '../../../ui/sideways.tsx';

interface Props {
  explanation: Explanation;
  /** How many rows differ, also where not all of them were read. */
  total: number;
  /** How many rows are missing, extra and changed: shown where no cause explains whole rows. */
  kinds: ReactNode;
  /** The cause by which the table below is filtered. */
  chosen: Cause | null;
  onChoose: (cause: Cause | null) => void;
  /** Null for users who may not change the rules. */
  ruleChanges: RuleChanges | null;
  /** Accepts a cause of whole rows, which no rule makes equal; null for users who may not. */
  acceptCause: ((cause: Cause) => ReactNode) | null;
}

/** Causes of the differences between rows, with examples, and the number of differences by column. */
export function Causes({
  explanation,
  total,
  kinds,
  chosen,
  onChoose,
  ruleChanges,
  acceptCause,
}: Props) {
  const t = useTexts('pair');
  const { causes, columns, read, matched = read } = explanation;
  return (
    <Stack gap="sm" component="section" aria-label={t('causes')}>
      {causes.map((cause) => {
        const isChosen = chosen?.id === cause.id && chosen.column === cause.column;
        return (
          <div key={`${cause.column} ${cause.id}`} className={classes.cause}>
            <UnstyledButton
              aria-pressed={isChosen}
              title={isChosen ? t('allRows') : t('rowsOfCause')}
              onClick={() => onChoose(isChosen ? null : cause)}
            >
              <Text fw={600}>
                <bdi>{translateMessage(cause, cause.message)}</bdi>
              </Text>
            </UnstyledButton>
            <Examples cause={cause} />
            {acceptCause && !isCauseOfValues(cause.id) && (
              <Group mt={4}>{acceptCause(cause)}</Group>
            )}
            {ruleChanges && (
              <CauseActions
                cause={cause}
                explanation={explanation}
                total={total}
                ruleChanges={ruleChanges}
              />
            )}
          </div>
        );
      })}
      {causes.every(({ column }) => column !== null) && kinds}
      {ruleChanges && (
        <TolerateAll explanation={explanation} total={total} ruleChanges={ruleChanges} />
      )}
      <Columns columns={columns} read={matched} />
    </Stack>
  );
}

const toleratedOf = (causes: readonly Cause[]): ToleratedCause[] =>
  causes.flatMap(({ id, column }) =>
    column !== null && isCauseOfValues(id) ? [{ column, cause: id }] : [],
  );

interface CauseActionsProps {
  explanation: Explanation;
  total: number;
  ruleChanges: RuleChanges;
}

/** Actions that settle a cause, with the number of differing rows that would remain. */
function CauseActions({
  cause,
  explanation: { kept = 0, counted = kept, columns },
  ...common
}: CauseActionsProps & { cause: Cause }) {
  const t = useTexts('pair');
  const { column, settles } = cause;
  const { ruleChanges } = common;
  if (column === null || counted === 0) return null;
  const alone = columns.find(({ name }) => name === column)?.alone;
  return (
    <Group gap="xs" mt={4}>
      {settles !== undefined && (
        <Tolerate
          {...common}
          action={t('countAsEqual')}
          rows={settles}
          of={counted}
          line={t('countAsEqualHelp', { column })}
          causes={[cause]}
        />
      )}
      {alone !== undefined && (
        <ActionWithCount
          {...common}
          action={t('leaveColumnOut', { column })}
          rows={alone}
          of={counted}
          onChoose={() =>
            void ruleChanges.confirmChange(
              t('leaveColumnOut', { column }),
              t('leaveColumnOutHelp', { column }),
              { leave_out: [...ruleChanges.rules.leave_out, column] },
            )
          }
        />
      )}
    </Group>
  );
}

/** Tolerates all causes at once; what that settles is counted in the kept rows only. */
function TolerateAll({ explanation, ...common }: CauseActionsProps) {
  const t = useTexts('pair');
  const { causes, kept = 0, settled = 0 } = explanation;
  const tolerable = causes.filter((cause) => toleratedOf([cause]).length > 0);
  if (tolerable.length < 2 || settled === 0) return null;
  return (
    <Tolerate
      {...common}
      action={t('countAllAsEqual')}
      rows={settled}
      of={kept}
      line={t('countAllAsEqualHelp')}
      causes={tolerable}
    />
  );
}

interface TolerateProps extends Omit<ActionProps, 'onChoose'> {
  line: string;
  causes: readonly Cause[];
}

/** Tolerates causes, with a reason. */
function Tolerate({ line, causes, ...actionProps }: TolerateProps) {
  const t = useTexts('pair');
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  return (
    <>
      <ActionWithCount {...actionProps} onChoose={() => setIsDialogOpen(true)} />
      {isDialogOpen && (
        <ToleranceDialog
          question={{
            title: actionProps.action,
            lines: [line, t('settleHelp')],
            causes: causes.map((cause) => translateMessage(cause, cause.message)),
            action: t('settle'),
            ...(causes.length === 1 && {
              types: actionProps.ruleChanges.typesOf(causes[0]!.column!),
            }),
          }}
          onTolerate={(terms, types) =>
            actionProps.ruleChanges.tolerate(toleratedOf(causes), terms, types)
          }
          onClose={() => setIsDialogOpen(false)}
        />
      )}
    </>
  );
}

interface ActionProps extends Omit<CauseActionsProps, 'explanation'> {
  action: string;
  /** Number of rows that would become equal, and of how many. */
  rows: number;
  of: number;
  onChoose: () => void;
}

function ActionWithCount({ ruleChanges, total, action, rows, of, onChoose }: ActionProps) {
  const t = useTexts('pair');
  const share = { rows: formatNumber(rows), count: of };
  return (
    <Group gap={6}>
      <Button variant="default" size="compact-sm" disabled={ruleChanges.busy} onClick={onChoose}>
        {action}
      </Button>
      <Text size="sm" c="dimmed">
        {rows === 0
          ? t('noneByThatAlone')
          : t(of < total ? 'wouldBeEqualOfFirst' : 'wouldBeEqual', share)}
      </Text>
    </Group>
  );
}

function Examples({ cause }: { cause: Cause }) {
  const t = useTexts('pair');
  const { column, examples, example_rows: rows = [] } = cause;
  if ((column === null ? rows : examples).length === 0) return null;
  return (
    <Sideways label={column ?? translateMessage(cause, cause.message)}>
      <table className={classes.examples}>
        <thead>
          <tr>
            <th>{t('key')}</th>
            <th>{t('source')}</th>
            <th>{t('target')}</th>
          </tr>
        </thead>
        <tbody>
          {column === null
            ? rows.map(({ key, kind, columns }, index) => (
                <tr key={index}>
                  <td>{key && <KeyText values={key} />}</td>
                  <td>{kind !== 'extra' && <RowText columns={columns} side="source" />}</td>
                  <td>{kind !== 'missing' && <RowText columns={columns} side="target" />}</td>
                </tr>
              ))
            : examples.map(({ key, ...values }, index) => {
                const { source, target } = shownSides(values.source, values.target);
                return (
                  <tr key={index}>
                    <td>{key && <KeyText values={key} />}</td>
                    <td>
                      <Value text={source} other={target} />
                    </td>
                    <td>
                      <Value text={target} other={source} />
                    </td>
                  </tr>
                );
              })}
        </tbody>
      </table>
    </Sideways>
  );
}

/** Maximum number of columns shown here; the table below has all of them. */
const MAX_COLUMNS = 10;

function Columns({ columns, read }: Pick<Explanation, 'columns' | 'read'>) {
  const t = useTexts('pair');
  if (columns.length === 0) return null;
  return <Bars label={t('columnsThatDiffer')} of={read} bars={columns.slice(0, MAX_COLUMNS)} />;
}

interface BarsProps {
  label: string;
  bars: readonly { name: string; rows: number }[];
  of: number;
}

/** A bar for each part, as long as its share of the rows. */
export function Bars({ label, bars, of }: BarsProps) {
  const t = useTexts('pair');
  return (
    <div role="list" aria-label={label} className={classes.columns}>
      {bars.map(({ name, rows }) => (
        <Group key={name} role="listitem" gap="sm" wrap="nowrap">
          <Text size="sm" className={classes.name}>
            <bdi>{name}</bdi>
          </Text>
          <Progress aria-label={name} className={classes.bar} value={(100 * rows) / of} />
          <Text size="sm" className={classes.count}>
            {t('rowsOfRead', { rows: formatNumber(rows), read: formatNumber(of) })}
          </Text>
        </Group>
      ))}
    </div>
  );
}
