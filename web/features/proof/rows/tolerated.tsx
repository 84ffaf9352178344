import { Autocomplete, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  isSameTolerance,
  readCauseId,
  type ShownTolerance,
} from '../../../../contract/proof/causes.ts';
import type { PairRow } from '../../../../contract/proof/pairs.ts';
import {
  COLUMN,
  EXPRESSION,
  type ProjectTolerance,
} from '../../../../contract/proof/tolerances.ts';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { type Texts, useTexts } from '../../../lib/i18n/index.ts';
import type { ToleranceTerms } from '../evidence/tolerance-dialog.tsx';
import { AddTolerance } from './add-tolerance.tsx';
import { expressionTexts } from './expressions.tsx';
import type { UnaddedRule } from './use-unadded.ts';
import { rulesQuery, tolerancesQuery } from '../pair/queries.ts';
import { NotLoaded } from '../../../ui/load-failed.tsx';

interface Props {
  value: readonly ShownTolerance[];
  /** Names of the source columns as last read. */
  known: readonly string[];
  unadded: UnaddedRule;
  /** What is asked for, if not the column of the source. */
  label?: string;
  /** The column of a rule that is begun at once. */
  begin?: string;
  onChange: (causes: ShownTolerance[]) => void;
}

/** The tolerances of a pair, each with a button to remove it, and others that can be added. */
export function Tolerated({ value: causes, known, unadded, label, begin, onChange }: Props) {
  const t = useTexts('pair');
  const [column, setColumn] = useState(begin ?? '');
  const [isChecked, setIsChecked] = useState(false);
  const isMissing = column.trim() === '';
  const add = (cause: string, terms: ToleranceTerms) => {
    const one = { column: column.trim(), cause, ...terms, by: null, at: null, ended_at: null };
    onChange([...causes.filter((other) => !isSameTolerance(other, one)), one]);
    setColumn('');
    setIsChecked(false);
  };
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
      {causes.map((one) => (
        <Group key={keyOf(one)} gap="xs">
          <Tolerance of={one} />
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`${t('toleratedRemove')}: ${nameOf(one, t)}`}
            onClick={() => onChange(causes.filter((other) => other !== one))}
          >
            {t('toleratedRemove')}
          </Button>
        </Group>
      ))}
      <AddTolerance
        where={
          <Autocomplete
            label={label ?? t('expressionColumn')}
            flex="1 1 160px"
            data={[...known]}
            maxLength={500}
            value={column}
            error={isChecked && isMissing ? t('toleratedBad') : null}
            onChange={setColumn}
          />
        }
        isWhereMissing={isMissing}
        isWhereEntered={!isMissing}
        isBegun={begin !== undefined}
        unadded={unadded}
        onCheck={() => setIsChecked(true)}
        onAdd={add}
      />
    </Stack>
  );
}

interface InheritedProps {
  projectId: number;
  /** Ids of those that this pair excludes. */
  except: readonly number[];
  onChange: (except: number[]) => void;
}

/** The tolerances and expressions of the project, each of which the pair can exclude. */
export function Inherited({ projectId, except, onChange }: InheritedProps) {
  const t = useTexts('pair');
  const query = useQuery(tolerancesQuery(projectId));
  const { data = [] } = query;
  if (data.length === 0) return <NotLoaded query={query} title={t('inherited')} />;
  return (
    <Stack gap="xs" component="section" aria-label={t('inherited')}>
      <Text size="sm" fw={600}>
        {t('inherited')}
      </Text>
      <Text size="xs" c="dimmed">
        {t('inheritedHelp')}
      </Text>
      {data.map((one) => (
        <Checkbox
          key={one.id}
          aria-label={nameOf(asShown(one, t), t)}
          label={<Tolerance of={asShown(one, t)} />}
          checked={!except.includes(one.id)}
          onChange={(event) =>
            onChange(
              event.currentTarget.checked
                ? except.filter((id) => id !== one.id)
                : [...except, one.id],
            )
          }
        />
      ))}
    </Stack>
  );
}

/** A project-wide tolerance or expression in the shape of a pair's tolerance, with its types in place of the column. */
export const asShown = (one: ProjectTolerance, t: Texts<'pair'>): ShownTolerance => ({
  ...one,
  cause:
    one.cause === EXPRESSION
      ? `${EXPRESSION}:${one.source_expression ?? COLUMN} → ${one.target_expression ?? COLUMN}`
      : one.cause,
  column:
    one.source_type === null && one.target_type === null
      ? t('inheritedAny')
      : `${one.source_type ?? '…'} → ${one.target_type ?? '…'}`,
});

const keyOf = ({ column, cause }: ShownTolerance): string => `${column} ${cause}`;

export const nameOf = ({ column, cause }: ShownTolerance, t: Texts<'pair'>): string => {
  const { kind, parameter } = readCauseId(cause);
  const word = t(`cause_${kind}` as 'cause_shift');
  const detail = parameter === 'source' || parameter === 'target' ? t(parameter) : parameter;
  return `${column}: ${detail === '' ? word : `${word} (${detail})`}`;
};

/** A tolerance with its reason, last day and author. */
export function Tolerance({ of, where }: { of: ShownTolerance; where?: string }) {
  const t = useTexts('pair');
  const { reason, until, by, at, ended_at } = of;
  const details = [
    where,
    reason && t('toleratedBecause', { reason }),
    until && t(ended_at === null ? 'toleratedUntil' : 'toleratedOver', { date: formatDate(until) }),
    by && at && t('toleratedBy', { name: by, time: formatTime(at) }),
  ].filter(Boolean);
  return (
    <div>
      <Text size="sm">
        <bdi>{nameOf(of, t)}</bdi>
      </Text>
      {details.length > 0 && (
        <Text size="xs" c="dimmed">
          <bdi>{details.join(' · ')}</bdi>
        </Text>
      )}
    </div>
  );
}

/** The tolerances of a pair, readable for every member; renders nothing without any. */
export function PairTolerances({ pair, of = 'rows' }: { pair: PairRow; of?: 'rows' | 'answers' }) {
  const t = useTexts('pair');
  const rules = useQuery(rulesQuery(pair.Project_Id, pair.id));
  const { tolerated = [], not_tolerated: except = [], expressions: all = [] } = rules.data ?? {};
  // Answers have no expressions, and the rules of a project are about columns of tables.
  const isOfRows = of === 'rows';
  const expressions = isOfRows ? all : [];
  const inForce = useQuery({ ...tolerancesQuery(pair.Project_Id), enabled: isOfRows });
  const ofProject = (isOfRows && inForce.data) || [];
  const inherited = ofProject.filter(({ id }) => !except.includes(id));
  const failed = [rules, inForce].find(({ error, data }) => error !== null && data === undefined);
  if (failed) return <NotLoaded query={failed} title={t('tolerated')} />;
  if (tolerated.length + inherited.length + expressions.length === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-label={t('tolerated')}>
      <Text size="sm" fw={600}>
        {t('tolerated')}
      </Text>
      {expressions
        .flatMap((one) => expressionTexts(one, t))
        .map((line) => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
      {tolerated.map((one) => (
        <Tolerance key={keyOf(one)} of={one} />
      ))}
      {inherited.map((one) => (
        <Tolerance key={one.id} of={asShown(one, t)} where={t('inheritedFrom')} />
      ))}
    </Stack>
  );
}

/** Tolerances that have expired since the rows or answers were last compared. */
export function EndedTolerances({ pair }: { pair: PairRow }) {
  const t = useTexts('pair');
  const { tolerated = [] } = useQuery(rulesQuery(pair.Project_Id, pair.id)).data ?? {};
  return tolerated
    .filter(({ ended_at: ended }) =>
      [pair.data_at, pair.call_at].some((at) => ended !== null && at !== null && ended > at),
    )
    .map((one) => (
      <Text key={keyOf(one)} size="sm">
        {t('toleranceEnded', { column: one.column, date: formatDate(one.until!) })}
      </Text>
    ));
}
