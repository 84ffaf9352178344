import { Checkbox, Group, MultiSelect, Button, Text } from '@mantine/core';
import type { PairCall, getCall } from '../../../../contract/proof/calls.ts';
import { useTexts, type Texts } from '../../../lib/i18n/index.ts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listPairs, type PairRow } from '../../../../contract/proof/pairs.ts';
import { call } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { pairQuery } from '../pair/queries.ts';
import type { z } from 'zod';
import { translateAll } from '../../../lib/i18n/messages.ts';

interface Props {
  projectId: number;
  edited: PairCall;
  /** Whether both sides are disposable, so that calls may write to them. */
  disposable: boolean;
  onChange: (part: Partial<PairCall>) => void;
}

/** How results are compared, and whether and where the call writes. */
export function CallOptions({ projectId, edited, disposable, onChange }: Props) {
  const t = useTexts('pair');
  return (
    <>
      <Group gap="lg" align="flex-start">
        <Checkbox
          label={t('ordered')}
          checked={edited.ordered}
          onChange={(event) => onChange({ ordered: event.currentTarget.checked })}
        />
        <Checkbox
          label={t('writes')}
          description={t(disposable ? 'writesHelp' : 'writesOff')}
          disabled={!disposable && !edited.writes}
          checked={edited.writes}
          onChange={(event) => onChange({ writes: event.currentTarget.checked })}
        />
      </Group>
      {edited.writes && (
        <WatchedTables
          projectId={projectId}
          chosen={edited.tables}
          onChange={(tables) => onChange({ tables })}
        />
      )}
    </>
  );
}

interface WatchedTablesProps {
  projectId: number;
  /** Ids of pairs of tables. */
  chosen: readonly number[];
  onChange: (pairs: number[]) => void;
}

const MAX_TABLES = 20;
const TABLES = '1';
const nameOf = ({ source }: PairRow): string =>
  source.map(({ schema_name, object_name }) => `${schema_name}.${object_name}`).join(', ');

/** Selects tables that a call writes to although its text does not name them. */
function WatchedTables({ projectId, chosen, onChange }: WatchedTablesProps) {
  const t = useTexts('pair');
  const [text, setText] = useState('');
  const found = useQuery({
    queryKey: [...queryKeys.pairList(projectId), 'tables', text],
    queryFn: ({ signal }) =>
      call(listPairs, {
        params: { id: projectId },
        query: { q: text, 'filter[object_type_id]': TABLES, limit: String(MAX_TABLES) },
        signal,
      }),
  });
  const known = useQueries({ queries: chosen.map((pair) => pairQuery(projectId, pair)) });
  const rows = [...(found.data ?? []), ...known.flatMap(({ data }) => data ?? [])].filter(
    ({ source, target }) => source.length === 1 && target.length === 1,
  );
  const options = new Map(rows.map((row) => [String(row.id), nameOf(row)]));
  return (
    <MultiSelect
      label={t('watchedTables')}
      description={t('watchedTablesHelp')}
      searchable
      maxValues={MAX_TABLES}
      maw={640}
      searchValue={text}
      onSearchChange={setText}
      data={[...options].map(([value, label]) => ({ value, label }))}
      value={chosen.map(String)}
      onChange={(pairs) => onChange(pairs.map(Number))}
    />
  );
}

type Proposed = NonNullable<z.infer<(typeof getCall)['response']>['proposal']>;

/** Fills in a proposal without overwriting what is written, and adds the values that every call needs. */
export function withProposal(
  edited: PairCall,
  { source, target, writes, values }: Proposed,
  t: Texts<'pair'>,
): Partial<PairCall> {
  const isAlone = edited.parameter_sets.length === 0 && Object.keys(values).length > 0;
  return {
    source_text: edited.source_text.trim() ? edited.source_text : (source ?? ''),
    target_text: edited.target_text.trim() ? edited.target_text : (target ?? ''),
    writes: edited.writes || writes,
    ...(isAlone && {
      parameter_sets: [{ name: t('setName', { number: 1 }), values, expected_error: null }],
    }),
  };
}

/** Offers a proposed first call, or explains why there is none. */
export function CallProposal({ proposal, onTake }: { proposal: Proposed; onTake: () => void }) {
  const t = useTexts('pair');
  const { source, target, reasons, reasons_said } = proposal;
  return (
    <Group>
      {(source ?? target) !== null && (
        <Button variant="default" size="compact-sm" onClick={onTake}>
          {t('proposeCall')}
        </Button>
      )}
      {translateAll(reasons, reasons_said).map((reason) => (
        <Text key={reason} size="sm" c="dimmed">
          {reason}
        </Text>
      ))}
    </Group>
  );
}
