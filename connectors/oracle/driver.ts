import type oracledb from 'oracledb';
import { takeOverTransport } from './transport.ts';

/** What is used of a connection of the driver. */
export interface OracleConnection {
  /** Milliseconds for one round trip, 0 for no limit. */
  callTimeout?: number | undefined;
  /** Such as `19.21.0.0.0`. */
  readonly oracleServerVersionString: string;
  execute(
    sql: string,
    binds: Record<string, string>,
    options: oracledb.ExecuteOptions,
  ): Promise<{ rows?: unknown[] | undefined }>;
  /** Makes the running call end with an error, at the server, too. */
  break(): Promise<void>;
  rollback(): Promise<void>;
  close(): Promise<void>;
}

/** What is used of the driver: the whole seam that tests replace. */
export interface OracleDriver extends Pick<
  typeof oracledb,
  'OUT_FORMAT_ARRAY' | 'STRING' | 'DB_TYPE_NUMBER' | 'DB_TYPE_CLOB' | 'DB_TYPE_NCLOB'
> {
  getConnection(attributes: {
    user: string;
    password: string;
    connectString: string;
    /** How the server's administrators see it. */
    program: string;
  }): Promise<OracleConnection>;
}

/** The driver in its thin mode, which needs nothing of Oracle's installed. Its sockets are ours from here on. */
export async function loadDriver(): Promise<OracleDriver> {
  const { default: driver } = await import('oracledb');
  takeOverTransport();
  return driver;
}
