import type { EverythingEvent } from '../../../contract/inventory.ts';
import { ApiError } from '../../lib/api.ts';
import { texts } from '../../lib/i18n/index.ts';
import { createCollector, summariseItems } from './everything.ts';
import type { SideResults } from './side-results.ts';

/** Minimum time in milliseconds between two updates of the progress. */
const SHOWN_EVERY = 250;

export type Found = Pick<SideResults, 'report' | 'reading' | 'summary'>;

/** Reads all schemas and reports the progress. @throws also where the answer ends prematurely */
export async function collectEverything(
  events: AsyncIterable<EverythingEvent>,
  onProgress: (part: Partial<Pick<SideResults, 'schemas' | 'reading'>>) => void,
): Promise<Found> {
  let found: ReturnType<typeof createCollector> | null = null;
  let shown = 0;
  for await (const event of events) {
    if (event.kind === 'failed') throw new ApiError(event.problem);
    if (event.kind === 'plan') {
      found = createCollector(event);
      onProgress({ schemas: event.schemas, reading: found.progress() });
    } else if (event.kind === 'part') {
      found?.add(event);
      if (Date.now() - shown < SHOWN_EVERY) continue;
      shown = Date.now();
      onProgress({ reading: found?.progress() ?? null });
    } else if (found) {
      const { items, gone } = found;
      const reading = found.progress();
      const { warnings, warnings_said } = event;
      const report = { number: Date.now(), schema: null, objectType: null, items, gone };
      const types = summariseItems(reading.objectTypes, items, gone);
      return {
        report: { ...report, warnings, warnings_said },
        reading,
        summary: { schema: '', types, warnings: [], warnings_said: [] },
      };
    }
  }
  throw new Error(texts('connection')('cutOff'));
}
