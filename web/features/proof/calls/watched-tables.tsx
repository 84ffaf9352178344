import { MultiSelect } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listPairs, type PairRow } from '../../../../contract/proof/pairs.ts';
import { call } from '../../../lib/api.ts';
import { useTexts } from '../../../lib/i18n/index.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { pairQuery } from '../pair/queries.ts';

interface Props {
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
export function WatchedTables({ projectId, chosen, onChange }: Props) {
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
