import type { ResponseOf } from '../../../../../contract/endpoint.ts';
import type { getStructure } from '../../../../../contract/proof/definitions.ts';
import type { PairTask } from '../../pairs/service.ts';
import type { RawFinding } from '../compare/raw-finding.ts';
import type { Context, Definitions } from '../outcome.ts';
import { readShownRoutines } from './shown-routines.ts';
import { readShownTables } from './shown-tables.ts';
import { readShownTriggers } from './shown-triggers.ts';
import { readShownViews } from './shown-views.ts';

interface Last {
  definitions: Definitions;
  context: Context;
  rename: (name: string) => string;
}

/** Two tables or triggers, the queries of two views, or the bodies of two routines in one dialect; null where no database is entered. */
export async function readShownTexts(
  task: PairTask,
  findings: readonly RawFinding[],
  { definitions, context, rename }: Last,
): Promise<ResponseOf<typeof getStructure>['texts']> {
  const { sources, counterpartOf, texts } = context;
  if (!sources) return null;
  const whole =
    (await readShownTables(task, findings, definitions, sources, counterpartOf, rename)) ??
    (await readShownViews(task, definitions, sources, rename));
  if (whole) return { ...whole, extent: 'whole' };
  return (
    (await readShownTriggers(task, definitions, sources, texts, counterpartOf)) ??
    readShownRoutines(task, definitions, sources, texts)
  );
}
