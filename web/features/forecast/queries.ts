import { queryOptions } from '@tanstack/react-query';
import { type Forecast, type WhatIf, getForecast } from '../../../contract/forecast.ts';
import { call } from '../../lib/api.ts';
import type { Texts } from '../../lib/i18n/index.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export const AS_IT_IS: WhatIf = { developers: 0, testers: 0, freeze_days: 0, until_wave: 0 };

export const forecastQuery = (projectId: number, what: WhatIf = AS_IT_IS) =>
  queryOptions({
    queryKey: queryKeys.forecast(projectId, what),
    queryFn: ({ signal }) => call(getForecast, { params: { id: projectId }, query: what, signal }),
  });

export type ForecastWave = Forecast['waves'][number];

/** Name of a wave, or of the group of objects in no wave. */
export const waveName = (
  t: Texts<'waves'>,
  { name, position }: Pick<ForecastWave, 'name' | 'position'>,
): string => name ?? (position === null ? t('noWave') : t('waveNumber', { number: position }));
