import { useMemo } from 'react';
import { STALE_DAYS, UNTOUCHED } from '../../../contract/dashboard.ts';
import type { Side } from '../../../contract/fields.ts';
import type { ObjectRow } from '../../../contract/objects.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { sourceResults, targetResults } from '../../../contract/results.ts';
import { request } from '../../lib/api.ts';
import { formatTime } from '../../lib/format.ts';
import { ReadFirst } from '../connection/links.tsx';
import { DataTable, type Column } from '../../ui/data-table/index.ts';
import { quickFilter } from '../../ui/data-table/toolbar/quick-filter.tsx';
import { objectColumns, assignedColumn, statusChoices } from '../objects/object-columns.tsx';
import { objectId, objectList } from '../objects/object-queries.ts';
import { ProjectScreen } from '../projects/project-screen.tsx';
import { objectProofColumns } from '../proof/pairs/object-proof-columns.tsx';
import { useTexts, type Texts } from '../../lib/i18n/index.ts';

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
const rowId = (row: ObjectRow) => String(objectId(row));
const rowLabel = (row: ObjectRow) => row.object_name;

export function AdminResultsPage() {
  const t = useTexts('results');
  return (
    <ProjectScreen
      title={(side) => t(`title_${side}`)}
      terms={['pending', 'migrated', 'verified', 'changed', 'missing']}
    >
      {(project, side) => (
        <Results key={`${project.Project_Id}-${side}`} project={project} side={side} />
      )}
    </ProjectScreen>
  );
}

const resultList = (side: Side, projectId: number) =>
  objectList({
    projectId,
    side,
    name: ['results'],
    ask: (query, signal) =>
      request(side === 'source' ? sourceResults : targetResults, {
        params: { id: projectId },
        query,
        signal,
      }),
  });

/** When an object last changed. */
const changedColumn = (t: Texts<'results'>): Column<ObjectRow> => ({
  key: 'updated_at',
  header: t('changed'),
  width: 184,
  value: (row) => row.updated_at,
  text: (row) => formatTime(row.updated_at),
  choices: [{ value: UNTOUCHED, label: t('untouched', { days: STALE_DAYS }) }],
});

function Results({ project, side }: { project: ProjectRow; side: Side }) {
  const t = useTexts('results');
  const words = useTexts('object-words');
  const objectTexts = useTexts('objects');
  const pairWords = useTexts('pair-words');
  const projectId = project.Project_Id;
  const list = useMemo(() => resultList(side, projectId), [side, projectId]);
  const columns = useMemo(
    () => [
      ...objectColumns(words, COLUMNS, project),
      // For links to open tests and to untouched objects; the specification's columns are those above.
      ...[
        ...objectColumns(words, ['status', 'due_date']),
        assignedColumn(objectTexts, project, 'tester'),
        changedColumn(t),
      ].map((column) => ({ ...column, hiddenAtFirst: true })),
      ...objectProofColumns(pairWords),
    ],
    [t, words, objectTexts, pairWords, project],
  );
  const quick = useMemo(() => quickFilter(list, statusChoices(words, side)), [list, words, side]);

  return (
    <DataTable
      id="results"
      label={t(`title_${side}`)}
      columns={columns}
      list={list}
      quick={quick}
      rowId={rowId}
      rowLabel={rowLabel}
      emptyText={t('empty')}
      emptyAction={<ReadFirst projectId={projectId} />}
      inAddress
    />
  );
}
