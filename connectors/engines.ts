import { engine as duckdb } from './duckdb/engine.ts';
import { engine as mysql } from './mysql/engine.ts';
import { engine as oracle } from './oracle/engine.ts';
import { engine as postgresql } from './postgresql/engine.ts';
import { engine as sqlServer } from './sql-server/engine.ts';
import { engine as sqlite } from './sqlite/engine.ts';

/**
 * Every engine, in the order of its id, one line each. The contract's types and schemas of engines derive from this
 * list.
 */
export const ENGINES = { sqlServer, oracle, mysql, postgresql, sqlite, duckdb } as const;

/** Engine type ids. */
export type EngineId = (typeof ENGINES)[keyof typeof ENGINES]['id'];
