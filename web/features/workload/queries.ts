import { queryOptions } from '@tanstack/react-query';
import { getOwnWeeks, getWorkload } from '../../../contract/workload.ts';
import { call } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { formatNumber } from '../../lib/format.ts';
import type { Texts } from '../../lib/i18n/index.ts';

export const workloadQuery = (projectId: number) =>
  queryOptions({
    queryKey: queryKeys.workload(projectId),
    queryFn: ({ signal }) => call(getWorkload, { params: { id: projectId }, signal }),
  });

export const ownWeeksQuery = (project: number | undefined) =>
  queryOptions({
    queryKey: queryKeys.ownWeeks(project),
    queryFn: ({ signal }) => call(getOwnWeeks, { query: { project }, signal }),
  });

/** Hours with one decimal. */
export const hoursText = (t: Texts<'workload'>, hours: number): string =>
  t('hoursOf', { hours: formatNumber(Math.round(hours * 10) / 10) });
