import type oracledb from 'oracledb';
import { patchDriver } from './driver-patches.ts';

/** The part that is used of a column's description. */
export interface OracleColumn {
  name: string;
  dbType?: unknown;
  /** Such as `NUMBER`. */
  dbTypeName?: string | undefined;
}

/** Rows that stay on the server until they are requested. */
export interface OracleRows {
  readonly metaData: readonly OracleColumn[];
  /** Returns fewer rows than requested only at the end. */
  getRows(count: number): Promise<unknown[][]>;
  close(): Promise<void>;
}

/** The part that is used of the driver's answer to a statement. */
export interface OracleAnswer {
  rows?: unknown[] | undefined;
  /** Replaces `rows` if the statement asks for it. */
  resultSet?: OracleRows | undefined;
  implicitResults?: OracleRows[] | undefined;
  outBinds?: Record<string, unknown> | undefined;
  rowsAffected?: number | undefined;
}

export type OracleBinds = Record<string, string | oracledb.BindParameter>;

/** The part that is used of the driver's connection. */
export interface OracleConnection {
  /** Milliseconds for one round trip, 0 for no limit. */
  callTimeout?: number | undefined;
  /** Such as `19.21.0.0.0`. */
  readonly oracleServerVersionString: string;
  execute(sql: string, binds: OracleBinds, options: oracledb.ExecuteOptions): Promise<OracleAnswer>;
  /** Makes the running call fail, and stops it on the server. */
  break(): Promise<void>;
  rollback(): Promise<void>;
  close(): Promise<void>;
}

/** The part that is used of the driver; tests replace exactly this. */
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
    /** The name under which the server's administrators see the session. */
    program: string;
  }): Promise<OracleConnection>;
}

/** Loads the driver in its thin mode, which needs no Oracle software. Patches its sockets and dates. */
export async function loadDriver(): Promise<OracleDriver> {
  const { default: driver } = await import('oracledb');
  patchDriver();
  return driver as unknown as OracleDriver;
}
