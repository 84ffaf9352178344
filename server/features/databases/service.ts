import type { Connect, Connection, Limits, Reach } from '../../../connectors/core/connector.ts';
import { ConnectorError, type ConnectorErrorCode } from '../../../connectors/core/errors.ts';
import { type Scope, readScope } from '../../../connectors/core/catalogue/scope.ts';
import { connectorOf } from '../../../connectors/registry.ts';
import type { EngineId } from '../../../contract/database-types.ts';
import type { AccountRights } from '../../../contract/engines.ts';
import type { Side } from '../../../contract/fields.ts';
import type { ProofSettings } from '../../../contract/proof/rows.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { ProblemError, refuseStale } from '../../platform/problem.ts';
import { recordProjectHistory } from '../history/service.ts';
import { listSchemas } from '../objects/imports-service.ts';
import { outdateProject } from '../proof/pairs/outdated-service.ts';
import { saveProjectProof } from '../proof/pairs/project-service.ts';
import type { ProjectService, ServerInfo } from '../projects/service.ts';
import {
  type DatabasePool,
  NoConnection,
  type ConnectionLimit,
  createConnectionLimit,
  createPool,
} from './pool.ts';
import { readProofSettings } from './settings-service.ts';
import type { ProblemKind } from '../../../contract/problems.ts';

/** A failing source or target database is a bad gateway; an error in the person's input is a client error. */
const PROBLEM_OF: Record<ConnectorErrorCode, ProblemKind> = {
  auth: 'database-failed',
  network: 'database-failed',
  tls: 'database-failed',
  permission: 'database-failed',
  failed: 'database-failed',
  ended: 'database-failed',
  limit: 'database-failed',
  'not-found': 'database-failed',
  cancelled: 'database-failed',
  timeout: 'database-timeout',
  reach: 'invalid',
  unsupported: 'invalid',
};

/** Converts a ConnectorError into the problem that clients see; returns other errors unchanged. */
export function asProblem(error: unknown): unknown {
  if (!(error instanceof ConnectorError)) return error;
  return new ProblemError(PROBLEM_OF[error.code], error.said, { cause: error });
}

export { type DatabasePool, NoConnection, poolReader } from './pool.ts';
export {
  type AnswerColumn,
  type ComparedColumns,
  findHidden,
  hideUnknown,
  hideValue,
  isMasked,
  lengthOfColumn,
  maskDifferences,
  maskExplanation,
  maskKeys,
  maskNotes,
  describeMeasure,
} from './mask.ts';

/** One or several open connections to a project's database. */
export interface Opened<T> {
  engine: EngineId;
  /** The server, such as `PostgreSQL 15.18 at db.example:5432`. */
  server: string;
  database: T;
}

/** Opens projects' source and target databases by their stored connections, and keeps what may be done there. */
export interface DatabaseService {
  settings(projectId: number): Promise<ProofSettings>;
  /** @throws ProblemError `conflict` if `was` is not the fingerprint of the current settings */
  setSettings(
    actor: Actor,
    projectId: number,
    settings: ProofSettings,
    was?: string,
  ): Promise<ProofSettings>;
  /** @throws ProblemError `conflict` if the connection is incomplete, ConnectorError if it fails */
  open(
    projectId: number,
    side: Side,
    signal: AbortSignal,
    limits?: Partial<Limits>,
  ): Promise<Opened<Connection>>;
  /**
   * Opens as many connections as the project's settings allow, shared with other pools of the same side in this
   * process, and with their load brake; only single statements have a time limit. Reads the account's rights again.
   * @throws NoConnection
   */
  openPool(projectId: number, side: Side, signal: AbortSignal): Promise<Opened<DatabasePool>>;
  /** What a project's connection is about, with the schemas of which the project has objects. */
  readScope(projectId: number, side: Side, connection: Connection): Promise<Scope>;
}

/** Milliseconds: a run may take days, while each of its statements has a limit. */
const UNLIMITED = 2_147_483_647;

export function createDatabaseService(
  store: Store,
  connectTo: Connect,
  reach: Reach,
  projects: ProjectService,
  defaults: Limits,
): DatabaseService {
  const find = async (projectId: number, side: Side) => {
    const { engine, target, place } = await projects.resolveStored(projectId, side);
    const connect = (signal: AbortSignal, limits: Limits): Promise<Connection> =>
      connectTo(engine, target, { reach, limits, signal });
    const address = target.host
      ? `${target.host}:${target.port ?? connectorOf(engine).defaultPort}`
      : target.database;
    const describe = async (connection: Connection) =>
      `${await connection.serverVersion()} at ${address}`;
    const note = async (connection: Connection): Promise<void> => {
      await projects.keepFound(projectId, side, place, await readServerInfo(connection));
    };
    return { engine, connect, describe, note };
  };

  const limits = new Map<string, ConnectionLimit>();
  const limitOf = (projectId: number, side: Side, most: number): ConnectionLimit => {
    const name = `${projectId} ${side}`;
    const limit = limits.get(name) ?? createConnectionLimit(most);
    limits.set(name, limit);
    limit.most = most;
    return limit;
  };

  return {
    settings: (projectId) => readProofSettings(store.db, projectId),

    setSettings: (actor, projectId, settings, was) =>
      store.transaction(async (tx) => {
        const before = await readProofSettings(tx, projectId);
        refuseStale(was, before);
        await saveProjectProof(tx, projectId, { settings: JSON.stringify(settings) });
        if (settings.grants !== before.grants) await outdateProject(tx, projectId);
        await recordProjectHistory(tx, actor, projectId, 'proof-settings', {
          settings: [before, settings],
        });
        return settings;
      }, `settings:${projectId}`),

    async readScope(projectId, side, connection) {
      const { engine, place } = await projects.resolveStored(projectId, side);
      return readScope(connection, connectorOf(engine), place.database_name, () =>
        listSchemas(store.longReads, projectId, side),
      );
    },

    async open(projectId, side, signal, limits = {}) {
      const { engine, connect, describe } = await find(projectId, side);
      const database = await connect(signal, { ...defaults, ...limits });
      try {
        return { engine, server: await describe(database), database };
      } catch (error) {
        await database.close();
        throw error;
      }
    },

    async openPool(projectId, side, signal) {
      const settings = await readProofSettings(store.db, projectId);
      const { engine, connect, describe, note } = await find(projectId, side).catch(
        (error: unknown): never => {
          if (!(error instanceof ProblemError) || error.kind !== 'conflict') throw error;
          throw new NoConnection('auth', error.said, { cause: error });
        },
      );
      const limits: Limits = {
        ...defaults,
        statement: settings.statement_limit,
        overall: UNLIMITED,
      };
      const { connections, brake } = settings[side];
      const database = createPool(() => connect(signal, limits), {
        limit: limitOf(projectId, side, connections),
        brake,
        signal,
      });
      try {
        const server = await database.use(async (connection) => {
          await note(connection);
          return describe(connection);
        });
        return { engine, server, database };
      } catch (error) {
        await database.close();
        throw error;
      }
    },
  };
}

export const readServerInfo = async (connection: Connection): Promise<ServerInfo> => ({
  version: await connection.serverVersion(),
  rights: await readRights(connection),
});

/** The account's rights besides reading; null if the engine has no accounts, or the server does not say. */
export async function readRights(connection: Connection): Promise<AccountRights | null> {
  try {
    return (await connection.rights?.()) ?? null;
  } catch (error) {
    if (error instanceof ConnectorError && ['failed', 'permission'].includes(error.code))
      return null;
    throw error;
  }
}
