import { message } from '../../../../../contract/messages/message.ts';
import type { Change, Ddl } from '../../../../../connectors/core/ddl/ddl.ts';
import type {
  RoutineDefinition,
  SequenceDefinition,
} from '../../../../../connectors/core/definitions.ts';
import { routineOf } from './repair-grants.ts';
import { type Repair, type RepairSetting, noRepair } from './repair-sides.ts';
import type { RawFinding } from '../compare/raw-finding.ts';
import { withTargetSchemas } from './target-schemas.ts';

/** A routine from the bracket of its parameters on, in the source's own words; null where these are unknown. */
const ownText = ({ written, text }: RoutineDefinition, setting: RepairSetting): string | null =>
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

/** Creates a routine from its original text, where both servers are of one engine. */
export function createRoutine(source: RoutineDefinition, setting: RepairSetting): Repair {
  const { ddl, path, rename, sameEngine } = setting;
  const routine = routineOf(source);
  const written = ownText(source, setting);
  if (!sameEngine || !routine || written === null) return noRepair(message('repair.program'));
  const created: Change = {
    kind: 'create routine',
    routine: { ...routine, name: rename(routine.name) },
    written,
  };
  const repair = asRepair(ddl, created, path);
  return repair.statements ? { ...repair, unmended: message('repair.ownWords') } : repair;
}

/** Beyond this, the engine's own limits are meant. */
const FAR = 2n ** 62n;
const endOf = (text: string | null): string | null =>
  text === null || !/^-?\d+$/.test(text) || BigInt(text) > FAR || BigInt(text) < -FAR ? null : text;

export function createSequence(sequence: SequenceDefinition, { ddl, path }: RepairSetting): Repair {
  const { next, start, increment, least, most, cycles } = sequence;
  return asRepair(
    ddl,
    {
      kind: 'create sequence',
      start: next ?? start,
      increment,
      least: endOf(least),
      most: endOf(most),
      cycles,
    },
    path,
  );
}

function asRepair(ddl: Ddl, change: Change, path: readonly string[]): Repair {
  const statements = ddl.write(change, path);
  return statements
    ? { statements, last: [], removal: null, unmended: null }
    : noRepair(message('repair.engine'));
}
