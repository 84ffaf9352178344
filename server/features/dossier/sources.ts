import type { Db } from '../../platform/db/store.ts';
import type { CutoverService } from '../cutover/runs-service.ts';
import type { RunbookService } from '../cutover/service.ts';
import type { GateService } from '../gate/service.ts';
import type { ObjectService } from '../objects/service.ts';
import type { DefinitionService } from '../proof/definitions/service.ts';
import type { EvidenceService } from '../proof/evidence/service.ts';
import type { PairService } from '../proof/pairs/service.ts';
import type { SignoffService } from '../signoff/service.ts';

/**
 * Services with the contents of a dossier: each masks hidden values, and reveals no more than its screens show to
 * members.
 */
export interface Sources {
  db: Db;
  objects: ObjectService;
  pairs: PairService;
  definitions: DefinitionService;
  evidence: EvidenceService;
  gate: GateService;
  runbooks: RunbookService;
  cutovers: CutoverService;
  signoffs: SignoffService;
}
