import { queryOptions } from '@tanstack/react-query';
import {
  type Delivery,
  getDelivery,
  listDeliveries,
  listWebhooks,
} from '../../../contract/webhooks.ts';
import { call } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export const webhooksQuery = (projectId: number) =>
  queryOptions({
    queryKey: queryKeys.webhooks(projectId),
    queryFn: ({ signal }) => call(listWebhooks, { params: { id: projectId }, signal }),
  });

export const deliveriesQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.deliveries(id),
    queryFn: ({ signal }) => call(listDeliveries, { params: { id }, signal }),
    // The server keeps sending queued deliveries.
    refetchInterval: 15_000,
  });

export const deliveryQuery = ({ id, attempts, next_at, finished_at }: Delivery) =>
  queryOptions({
    // Each attempt has its own answer.
    queryKey: queryKeys.delivery(id, `${attempts} ${next_at ?? finished_at}`),
    queryFn: ({ signal }) => call(getDelivery, { params: { id }, signal }),
  });
