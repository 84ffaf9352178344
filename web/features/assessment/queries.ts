import { queryOptions } from '@tanstack/react-query';
import {
  type AssessedObject,
  type Assessment,
  getAssessmentReport,
  listAssessedObjects,
  listAssessments,
} from '../../../contract/assessment.ts';
import { call, request } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { WindowedList } from '../../ui/data-table/index.ts';

export const isActive = ({ state }: Pick<Assessment, 'state'>): boolean =>
  state === 'queued' || state === 'running';

/** How often somebody who waits is told how far it is. Milliseconds. */
const LOOK_MS = 1_000;

export const assessmentsQuery = (projectId: number) =>
  queryOptions({
    queryKey: queryKeys.assessments(projectId),
    queryFn: ({ signal }) => call(listAssessments, { params: { id: projectId }, signal }),
    refetchInterval: ({ state }) => (state.data?.some(isActive) ? LOOK_MS : false),
  });

export const reportQuery = (projectId: number, assessment: number) =>
  queryOptions({
    queryKey: queryKeys.assessment(projectId, assessment),
    queryFn: ({ signal }) =>
      call(getAssessmentReport, { params: { id: projectId, assessment }, signal }),
  });

export const assessedObjects = (
  projectId: number,
  assessment: number,
): WindowedList<AssessedObject> => {
  const params = { id: projectId, assessment };
  return {
    queryKey: queryKeys.assessedObjects(projectId, assessment),
    fetchRows: async (query, signal) => {
      const { data, headers } = await request(listAssessedObjects, { params, query, signal });
      return { rows: data, count: Number(headers.get('x-total-count') ?? data.length) };
    },
    fetchIds: async (query, signal) => {
      const rows = await call(listAssessedObjects, { params, query, signal });
      return rows.map(({ id }) => String(id));
    },
  };
};
