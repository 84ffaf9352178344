import type { Ddl } from '../../../../../connectors/core/ddl/ddl.ts';
import type { ObjectDefinition } from '../../../../../connectors/core/definitions.ts';
import type { RawFinding } from '../compare/raw-finding.ts';
import { type FindingCode, WITHOUT_REPAIR } from '../compare/without-repair.ts';
import { whyColumnStays } from './repair-columns.ts';

/** Why no change repairs the finding. */
export function whyNotRepaired(
  { code, part, name, on }: RawFinding,
  source: ObjectDefinition,
  target: ObjectDefinition,
  ddl: Ddl,
):
  | (typeof WITHOUT_REPAIR)[FindingCode]
  | `repair.${'engine' | 'keyNumbers' | 'keyReferenced' | 'keyTexts' | 'numbersRows'}` {
  if (source.kind !== target.kind) return WITHOUT_REPAIR['object.kind'];
  if (source.kind === 'table' && target.kind === 'table') {
    const column = source.columns.find((one) => one.name === name);
    const why = column && whyColumnStays(code, column, { source, target, ddl });
    if (why) return why;
    const keys = [...target.uniques, ...target.indexes].filter((one) => one.name === on);
    if (part === 'primary key' ? target.primaryKey?.ledTo : keys.some(({ ledTo }) => ledTo))
      return 'repair.keyReferenced';
  }
  const isProgram = source.kind === 'routine' || part === 'parameter' || part === 'returns';
  return isProgram && part !== 'grant' ? 'repair.program' : WITHOUT_REPAIR[code];
}
