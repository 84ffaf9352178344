import type { EngineId } from '../contract/engines.ts';
import type { Connector, EngineFacts } from './core/connector.ts';
import { mysql } from './mysql/connector.ts';
import { ConnectorError } from './core/errors.ts';
import { oracle } from './oracle/connector.ts';
import { postgresql } from './postgresql/connector.ts';
import { sqlite } from './sqlite/connector.ts';
import { sqlServer } from './sql-server/connector.ts';

/** Every engine type, in the order of its id; one line each. */
export const engines: readonly EngineFacts[] = [sqlServer, oracle, mysql, postgresql, sqlite];

/** The engine of an id, which may be known but not connectable yet: see `isConnectable`. */
export function engineOf(id: EngineId): EngineFacts {
  const engine = engines.find((candidate) => candidate.id === id);
  if (!engine) throw new Error(`No engine has the id ${id}`);
  return engine;
}

/** The connector of an id. @throws ConnectorError `unsupported` when this version cannot connect to that engine. */
export function connectorOf(id: EngineId): Connector {
  const engine = engineOf(id);
  if (!isConnectable(engine)) {
    throw new ConnectorError(
      'unsupported',
      `Connecting to ${engine.name} is not supported yet. It can be recorded in a project.`,
    );
  }
  return engine;
}

export const isConnectable = (engine: EngineFacts): engine is Connector =>
  engine.connect !== undefined;
