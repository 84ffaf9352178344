import { type Processes, createProcesses } from '../../connectors/process/processes.ts';
import { connectHere } from '../../connectors/registry.ts';
import type { Config } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';

/** @param program - the built program of processes that talk to databases; without it this process does */
export function openConnections(
  { databaseMemory }: Config,
  log: Log,
  program: string | undefined,
): Processes {
  if (program === undefined) return { connect: connectHere, close: async () => {} };
  return createProcesses({
    program,
    memory: databaseMemory,
    onLost: (facts) => log.warn(facts, 'A process that talked to databases has ended'),
  });
}
