import type { EngineId } from '../../../../../connectors/engines.ts';
import { connectorOf } from '../../../../../connectors/registry.ts';
import type { Side } from '../../../../../contract/fields.ts';
import type { RepairSetting } from './repair-sides.ts';

/** A setting in which no text is translated, and nothing but the two objects is known. @param path - of the target's object */
export const repairSetting = (
  { source, target }: Record<Side, EngineId>,
  path: string[],
  more: Partial<RepairSetting> = {},
): RepairSetting => ({
  ddl: connectorOf(target).ddl,
  sameEngine: source === target,
  from: connectorOf(source),
  rename: (name) => name,
  named: [],
  path,
  texts: { expression: () => null, view: () => null },
  schemaOf: () => null,
  relation: () => null,
  referenced: () => null,
  ...more,
});
