import type { EngineId } from '../contract/engines.ts';
import type { Connect, Connector } from './core/connector.ts';
import { mysql } from './mysql/connector.ts';
import { oracle } from './oracle/connector.ts';
import { postgresql } from './postgresql/connector.ts';
import { sqlite } from './sqlite/connector.ts';
import { sqlServer } from './sql-server/connector.ts';

/** Every engine type, in the order of its id; one line each. */
export const connectors: readonly Connector[] = [sqlServer, oracle, mysql, postgresql, sqlite];

/** The connector of an engine type. */
export function connectorOf(id: EngineId): Connector {
  const connector = connectors.find((candidate) => candidate.id === id);
  if (!connector) throw new Error(`No engine has the id ${id}`);
  return connector;
}

/** Opens a connection from this process. */
export const connectHere: Connect = (engine, target, options) =>
  connectorOf(engine).connect(target, options);
