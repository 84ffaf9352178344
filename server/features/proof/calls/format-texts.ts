import { connectorOf } from '../../../../connectors/registry.ts';
import type { PairCall } from '../../../../contract/proof/calls.ts';
import type { ProjectService } from '../../projects/service.ts';
import { layOut } from '../definitions/service.ts';
import type { PairService } from '../pairs/service.ts';
import { bySide } from './sides.ts';

/** Both texts of a call laid out; only blanks and line breaks change. */
export async function formatTexts(
  { projects, pairs }: { projects: ProjectService; pairs: PairService },
  { id: projectId, pair }: { id: number; pair: number },
  texts: Pick<PairCall, 'source_text' | 'target_text'>,
) {
  await pairs.find(projectId, pair);
  const engines = await projects.engines(projectId);
  const { source, target } = bySide((side) =>
    layOut(texts[`${side}_text`], connectorOf(engines[side])),
  );
  return { source_text: source, target_text: target };
}
