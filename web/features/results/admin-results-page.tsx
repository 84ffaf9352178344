import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Side } from '../../../contract/fields.ts';
import type { ObjectRow } from '../../../contract/objects.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { sourceResults, targetResults } from '../../../contract/results.ts';
import { call } from '../../lib/api.ts';
import { formatNumber } from '../../lib/format.ts';
import { useObjectWords } from '../../lib/object-texts.ts';
import { DataTable, loadState } from '../../ui/data-table/index.ts';
import { objectColumns } from '../../ui/object-columns.tsx';
import { ProjectScreen } from '../../ui/project-screen.tsx';
import { countResults, type ResultCounts } from './count-results.ts';
import classes from './results.module.css';
import { useResultTexts } from './texts.ts';

const COLUMNS = [
  'schema_name',
  'object_name',
  'object_type_id',
  'object_type',
  'test_call',
  'migrated_by',
  'tested_by',
  'test_result',
] as const;
const NO_ROWS: ObjectRow[] = [];
const rowId = (row: ObjectRow) => String(row.source_objectid ?? row.target_objectid);
const rowLabel = (row: ObjectRow) => row.object_name;

export function AdminResultsPage() {
  const t = useResultTexts();
  return (
    <ProjectScreen title={(side) => t(`title_${side}`)}>
      {(project, side) => (
        <Results key={`${project.Project_Id}-${side}`} project={project} side={side} />
      )}
    </ProjectScreen>
  );
}

function Results({ project, side }: { project: ProjectRow; side: Side }) {
  const t = useResultTexts();
  const words = useObjectWords();
  const projectId = project.Project_Id;
  const results = useQuery({
    queryKey: ['objects', projectId, 'results', side],
    queryFn: ({ signal }) =>
      call(side === 'source' ? sourceResults : targetResults, {
        params: { id: projectId },
        signal,
      }),
  });
  const columns = useMemo(() => objectColumns(words, COLUMNS), [words]);
  const counts = useMemo(() => countResults(results.data ?? NO_ROWS), [results.data]);
  const shown = shownCounts(side, counts);

  return (
    <>
      {results.data && (
        <dl className={classes.summary} aria-label={t('summary')}>
          {shown.map((key) => (
            <div key={key} className={classes.count}>
              <dt>{key === 'all' ? t(key) : words(key)}</dt>
              <dd>{formatNumber(counts[key])}</dd>
            </div>
          ))}
        </dl>
      )}
      <DataTable
        id="results"
        label={t(`title_${side}`)}
        columns={columns}
        rows={results.data ?? NO_ROWS}
        rowId={rowId}
        rowLabel={rowLabel}
        state={loadState(results)}
        onRetry={() => void results.refetch()}
        emptyText={t('empty')}
      />
    </>
  );
}

/** Nothing is ever migrated on the target side; what is missing matters only where something is. */
function shownCounts(side: Side, counts: ResultCounts) {
  const keys = ['all', 'verified', 'migrated', 'pending', 'missing'] as const;
  const always = {
    all: true,
    verified: true,
    pending: true,
    migrated: side === 'source',
    missing: false,
  };
  return keys.filter((key) => always[key] || counts[key] > 0);
}
