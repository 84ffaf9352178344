import { queryOptions } from '@tanstack/react-query';
import { sampleState } from '../../../contract/sample.ts';
import { call } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export const sampleQuery = queryOptions({
  queryKey: queryKeys.sample,
  queryFn: ({ signal }) => call(sampleState, { signal }),
});
