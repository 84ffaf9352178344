import { queryOptions } from '@tanstack/react-query';
import { type WhatIf, getForecast } from '../../../contract/forecast.ts';
import { call } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export const AS_IT_IS: WhatIf = { developers: 0, testers: 0, freeze_days: 0 };

export const forecastQuery = (projectId: number, what: WhatIf = AS_IT_IS) =>
  queryOptions({
    queryKey: queryKeys.forecast(projectId, what),
    queryFn: ({ signal }) => call(getForecast, { params: { id: projectId }, query: what, signal }),
  });
