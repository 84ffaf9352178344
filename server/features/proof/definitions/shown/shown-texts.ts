import type { ResponseOf } from '../../../../../contract/endpoint.ts';
import type { Side } from '../../../../../contract/fields.ts';
import type { getStructure } from '../../../../../contract/proof/definitions.ts';
import type { PairTask } from '../../pairs/service.ts';
import type { RawFinding } from '../compare/raw-finding.ts';
import type { Context, Definitions } from '../outcome.ts';
import { readShownRoutines } from './shown-routines.ts';
import { readShownTables } from './shown-tables.ts';
import { readShownTriggers, showTableTriggers } from './shown-triggers.ts';
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
  const tables = await readShownTables(task, findings, definitions, sources, counterpartOf, rename);
  if (tables) {
    const triggers = await showTableTriggers(tables.both, sources, texts);
    const withTriggers = (side: Side) => [tables.texts[side], ...triggers[side]].join('\n');
    return { source: withTriggers('source'), target: withTriggers('target'), extent: 'whole' };
  }
  const views = await readShownViews(task, definitions, sources, rename);
  if (views) return { ...views, extent: 'whole' };
  return (
    (await readShownTriggers(task, definitions, sources, texts, counterpartOf)) ??
    readShownRoutines(task, definitions, sources, texts)
  );
}
