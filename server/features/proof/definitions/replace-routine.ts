import type { Change } from '../../../../connectors/core/ddl.ts';
import type { RoutineDefinition } from '../../../../connectors/core/definitions.ts';
import type { RawFinding } from './raw-finding.ts';
import { routineOf } from './repair-grants.ts';
import type { RepairSetting } from './repair-sides.ts';
import { withTargetSchemas } from './target-schemas.ts';

/** A routine from the bracket of its parameters on, in the source's own words; null where these are unknown. */
export const ownText = (
  { written, text }: RoutineDefinition,
  setting: RepairSetting,
): string | null =>
  written && text !== null
    ? [written[0], text, written[1]].map((part) => withTargetSchemas(part, setting)).join('')
    : null;

/** Replaces a routine of the target by the source's, where both servers are of one engine. */
export function replaceRoutine(
  { part, code }: RawFinding,
  source: RoutineDefinition,
  target: RoutineDefinition,
  setting: RepairSetting,
): Change[] | null {
  const isOfProgram = part === 'text' || part === 'parameter' || part === 'returns';
  if (!setting.sameEngine || !isOfProgram || code === 'text.hidden') return null;
  const [from, routine] = [routineOf(source), routineOf(target)];
  const written = ownText(source, setting);
  if (!from || !routine || from.kind !== routine.kind || written === null) return null;
  // As it will be written, in which the schemas of types may be others.
  const alike = shapeOf(source, (text) => withTargetSchemas(text, setting)) === shapeOf(target);
  return [{ kind: 'create routine', routine, written, instead: { routine, alike } }];
}

/** What an engine may refuse to change in place. */
const shapeOf = (
  { parameters, returns }: RoutineDefinition,
  write = (text: string) => text,
): string =>
  JSON.stringify([
    parameters.map(({ name, mode, type, default: preset }) => [
      name,
      mode,
      write(type),
      preset === null ? null : write(preset),
    ]),
    returns && [write(returns.type), returns.set],
  ]).replaceAll(String.raw`\"`, '');
