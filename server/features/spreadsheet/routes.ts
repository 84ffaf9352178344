import { importSpreadsheet } from '../../../contract/spreadsheet.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { SpreadsheetService } from './service.ts';

export const spreadsheetRoutes = (spreadsheet: SpreadsheetService): Route[] => [
  route(importSpreadsheet, ({ actor, params, body }) =>
    spreadsheet.import(actor, params.id, body.rows, body.dry_run === 1),
  ),
];
