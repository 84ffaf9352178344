import { connectorOf } from '../../../connectors/registry.ts';
import { OBJECT_TYPES } from '../../../contract/engines.ts';
import { SIDES, type Side } from '../../../contract/fields.ts';
import type { ImportItem } from '../../../contract/inventory.ts';
import { DEFAULT_PROOF_SETTINGS } from '../../../contract/proof/rows.ts';
import type { Actor } from '../../platform/http/route.ts';
import type { DatabaseService } from '../databases/service.ts';
import type { ObjectService } from '../objects/service.ts';
import type { PairService } from '../proof/pairs/service.ts';
import type { RunService } from '../proof/runs/service.ts';

export interface ProofTools {
  databases: DatabaseService;
  objects: ObjectService;
  pairs: PairService;
  runs: RunService;
}

/** For reading both inventories; the target's program may have to start. Milliseconds. */
const PATIENCE = 60_000;

/** The sample's target takes one connection after the other; it is there to be tried, so calls may run. */
const SIDE = { ...DEFAULT_PROOF_SETTINGS.source, connections: 1, calls: true };

/** Imports what both databases of a project have, matches it, and starts a run of everything. */
export async function startProof(
  { databases, objects, pairs, runs }: ProofTools,
  actor: Actor,
  projectId: number,
): Promise<void> {
  for (const side of SIDES) {
    const items = await readInventory(databases, projectId, side);
    await objects.import(actor, side, items);
  }
  await databases.setSettings(actor, projectId, {
    ...DEFAULT_PROOF_SETTINGS,
    source: SIDE,
    target: SIDE,
  });
  await pairs.match(actor, projectId);
  await runs.start(actor, projectId, {
    kind: 'verify',
    only_different: false,
    options: { depth: 'rows', sample: null },
  });
}

async function readInventory(
  databases: DatabaseService,
  projectId: number,
  side: Side,
): Promise<ImportItem[]> {
  const signal = AbortSignal.timeout(PATIENCE);
  const { engine, database } = await databases.open(projectId, side, signal, { connect: PATIENCE });
  try {
    const items: ImportItem[] = [];
    const [schemaName = ''] = await database.listSchemas();
    for (const type of connectorOf(engine).objectTypes) {
      const { names } = await database.listObjects(type, schemaName);
      const typeId = OBJECT_TYPES[type];
      items.push(...names.map((objectName) => ({ projectId, schemaName, objectName, typeId })));
    }
    return items;
  } finally {
    await database.close();
  }
}
