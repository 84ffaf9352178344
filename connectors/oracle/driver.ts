import type oracledb from 'oracledb';
import { patchDriver } from './driver-patches.ts';

/** What is used of a column's description. */
export interface OracleColumn {
  name: string;
  dbType?: unknown;
  /** Such as `NUMBER`. */
  dbTypeName?: string | undefined;
}

/** Rows that stay at the server until they are asked for. */
export interface OracleRows {
  readonly metaData: readonly OracleColumn[];
  /** Fewer than asked for where there are no more. */
  getRows(count: number): Promise<unknown[][]>;
  close(): Promise<void>;
}

/** What is used of the driver's answer to a statement. */
export interface OracleAnswer {
  rows?: unknown[] | undefined;
  /** In the place of rows, where a statement asks for it. */
  resultSet?: OracleRows | undefined;
  implicitResults?: OracleRows[] | undefined;
  outBinds?: Record<string, unknown> | undefined;
  rowsAffected?: number | undefined;
}

export type OracleBinds = Record<string, string | oracledb.BindParameter>;

/** What is used of a connection of the driver. */
export interface OracleConnection {
  /** Milliseconds for one round trip, 0 for no limit. */
  callTimeout?: number | undefined;
  /** Such as `19.21.0.0.0`. */
  readonly oracleServerVersionString: string;
  execute(sql: string, binds: OracleBinds, options: oracledb.ExecuteOptions): Promise<OracleAnswer>;
  /** Makes the running call end with an error, at the server, too. */
  break(): Promise<void>;
  rollback(): Promise<void>;
  close(): Promise<void>;
}

/** What is used of the driver: the whole seam that tests replace. */
export interface OracleDriver extends Pick<
  typeof oracledb,
  | 'OUT_FORMAT_ARRAY'
  | 'STRING'
  | 'BUFFER'
  | 'CURSOR'
  | 'BIND_INOUT'
  | 'BIND_OUT'
  | 'DB_TYPE_NUMBER'
  | 'DB_TYPE_CLOB'
  | 'DB_TYPE_NCLOB'
  | 'DB_TYPE_BLOB'
> {
  getConnection(attributes: {
    user: string;
    password: string;
    connectString: string;
    /** How the server's administrators see it. */
    program: string;
  }): Promise<OracleConnection>;
}

/** The driver in its thin mode, which needs nothing of Oracle's installed. Its sockets and its dates are ours from here on. */
export async function loadDriver(): Promise<OracleDriver> {
  const { default: driver } = await import('oracledb');
  patchDriver();
  return driver as unknown as OracleDriver;
}
