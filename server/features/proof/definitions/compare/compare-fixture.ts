import type { ObjectDefinition } from '../../../../../connectors/core/definitions.ts';
import type { EngineId } from '../../../../../connectors/engines.ts';
import type { Side } from '../../../../../contract/fields.ts';
import { type KnownTable, createMeanings } from '../../../sql/service.ts';
import { compareDefinitions } from './compare.ts';
import { schemasOfPairs } from './texts/as-written.ts';
import { noCounterparts } from '../counterparts.ts';
import { prepareTexts, readerOf } from './texts/meanings.ts';
import type { CompareOptions, RawFinding } from './raw-finding.ts';

const meanings = createMeanings();

/** What comparing two definitions finds that are called alike on both sides, with their texts read. */
export async function findBetween(
  engines: Record<Side, EngineId>,
  source: ObjectDefinition,
  target: ObjectDefinition,
  over: Partial<CompareOptions> = {},
  known: readonly KnownTable[] | Record<Side, readonly KnownTable[]> = [],
): Promise<RawFinding[]> {
  const sources = {
    meanings,
    engines,
    tables: 'source' in known ? known : { source: known, target: known },
    schemas: schemasOfPairs(over.schemas ? [over.schemas] : []),
  };
  const options = {
    rename: (name: string) => name,
    named: [],
    sameEngine: engines.source === engines.target,
    lacks: () => false,
    counterpartOf: noCounterparts,
    ...over,
  };
  const compare = (texts: CompareOptions['texts']) =>
    compareDefinitions(source, target, { ...options, texts });
  await prepareTexts(sources, compare);
  return compare(readerOf(sources));
}
