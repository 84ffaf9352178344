import { importSpreadsheet } from '../../../contract/spreadsheet.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { PairService } from '../proof/pairs/service.ts';
import type { SpreadsheetService } from './service.ts';

export const spreadsheetRoutes = (spreadsheet: SpreadsheetService, pairs: PairService): Route[] => [
  route(importSpreadsheet, async ({ actor, params, body }) => {
    const dryRun = body.dry_run === 1;
    const result = await spreadsheet.import(actor, params.id, body.rows, dryRun);
    if (!dryRun && result.added > 0) await pairs.requestMatch(params.id);
    return result;
  }),
];
