import { queryOptions } from '@tanstack/react-query';
import {
  type AssessedObject,
  getAssessmentReport,
  listAssessedObjects,
  listAssessments,
} from '../../../contract/assessment.ts';
import { call, request } from '../../lib/api.ts';
import { whileActive } from '../../lib/jobs.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { WindowedList } from '../../ui/data-table/index.ts';

export const assessmentsQuery = (projectId: number) =>
  queryOptions({
    queryKey: queryKeys.assessments(projectId),
    queryFn: ({ signal }) => call(listAssessments, { params: { id: projectId }, signal }),
    refetchInterval: whileActive,
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

/** Maximum number of objects that are printed. */
const MAX_ON_PAPER = 500;

/** The objects with the most hours. */
export const largestObjectsQuery = (projectId: number, assessment: number) =>
  queryOptions({
    queryKey: [...queryKeys.assessedObjects(projectId, assessment), 'largest'],
    queryFn: ({ signal }) =>
      call(listAssessedObjects, {
        params: { id: projectId, assessment },
        query: { sort: '-hours,schema_name,object_name', limit: String(MAX_ON_PAPER) },
        signal,
      }),
  });
