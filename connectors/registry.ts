import type { Connect, Connector } from './core/connector.ts';
import type { ENGINES, EngineId } from './engines.ts';
import { duckdb } from './duckdb/connector.ts';
import { mysql } from './mysql/connector.ts';
import { oracle } from './oracle/connector.ts';
import { postgresql } from './postgresql/connector.ts';
import { sqlServer } from './sql-server/connector.ts';
import { sqlite } from './sqlite/connector.ts';

/** The connector of every engine, one line each; the type requires all of them. */
const CONNECTORS: Record<keyof typeof ENGINES, Connector> = {
  sqlServer,
  oracle,
  mysql,
  postgresql,
  sqlite,
  duckdb,
};

export const connectors: readonly Connector[] = Object.values(CONNECTORS);

/** The connector of an engine type. */
export function connectorOf(id: EngineId): Connector {
  const connector = connectors.find((candidate) => candidate.id === id);
  if (!connector) throw new Error(`No engine has the id ${id}`);
  return connector;
}

/** Opens a connection in this process. */
export const connectHere: Connect = (engine, target, options) =>
  connectorOf(engine).connect(target, options);
