import * as contract from '../../../contract/forecast.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { ForecastService } from './service.ts';

export const forecastRoutes = (forecasts: ForecastService): Route[] => [
  route(contract.getForecast, ({ params, query }) => forecasts.read(params.id, query)),
];
