import { message } from '../../../../contract/messages/message.ts';
import type { Change, Ddl } from '../../../../connectors/core/ddl.ts';
import type {
  RoutineDefinition,
  SequenceDefinition,
} from '../../../../connectors/core/definitions.ts';
import { routineOf } from './repair-grants.ts';
import { type Repair, type RepairSetting, noRepair } from './repair-sides.ts';
import { ownText } from './replace-routine.ts';

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
