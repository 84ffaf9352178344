import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import pg from 'pg';
import { inject } from 'vitest';
import { ENGINES } from '../../connectors/engines.ts';
import { projectForm } from './fixtures.ts';

/** Tables of the source that the target has, too. */
export const EQUAL_TABLE = 'branches';
/** 200 rows: number 7 is missing on the target, number 9 has another note there, number 900 is there only. */
export const DIFFERENT_TABLE = 'orders';
/** The target has no such table. */
export const LOST_TABLE = 'reviews';
export const BULK_TABLES = Array.from({ length: 30 }, (_, index) => `bulk_${index}`);

/** A SQLite file that was moved to a PostgreSQL database, not quite. */
export interface ProofWorld {
  /** For SQLITE_DIR. */
  folder: string;
  /** A project's form. */
  form: Record<string, unknown>;
  sourceTables: string[];
  targetTables: string[];
  /** Runs statements on the target, as an administrator of it. */
  onTarget(sql: string): Promise<void>;
  /** Asks the target, and gives the rows. */
  askTarget<Row extends object>(sql: string): Promise<Row[]>;
  remove(): Promise<void>;
}

const rowsOf = (table: string): string =>
  `insert into ${table} values ${Array.from({ length: 200 }, (_, index) => `(${index + 1}, 'note ${index + 1}')`).join(', ')};`;

const TABLES = [EQUAL_TABLE, DIFFERENT_TABLE, ...BULK_TABLES];

async function onServer<Row extends object>(database: string, sql: string): Promise<Row[]> {
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

export async function createProofWorld(): Promise<ProofWorld> {
  const name = `proof_${randomBytes(6).toString('hex')}`;
  const folder = mkdtempSync(join(tmpdir(), 'dbmu-proof-'));
  const source = new Database(join(folder, 'shop.sqlite'));
  for (const table of [...TABLES, LOST_TABLE]) {
    source.exec(`create table ${table} (id integer primary key, note text)`);
    source.exec(rowsOf(table));
  }
  source.close();
  await onServer('postgres', `create database ${name}`);
  const onTarget = async (sql: string): Promise<void> => void (await onServer(name, sql));
  for (const table of TABLES) {
    await onTarget(
      `create table ${table} (id bigint primary key, note text); ${rowsOf(table)} analyze ${table};`,
    );
  }
  await onTarget(
    `delete from ${DIFFERENT_TABLE} where id = 7;
     update ${DIFFERENT_TABLE} set note = 'another' where id = 9;
     insert into ${DIFFERENT_TABLE} values (900, 'new')`,
  );
  const postgres = new URL(inject('postgresUrl'));
  return {
    folder,
    form: {
      ...projectForm,
      Source_Database: ENGINES.sqlite.id,
      source_db_name: 'shop.sqlite',
      target_ip: postgres.hostname,
      target_port: Number(postgres.port),
      target_db_name: name,
      target_username: decodeURIComponent(postgres.username),
      target_db_password: decodeURIComponent(postgres.password),
    },
    sourceTables: [...TABLES, LOST_TABLE],
    targetTables: TABLES,
    onTarget,
    askTarget: (sql) => onServer(name, sql),
    async remove() {
      await onServer('postgres', `drop database ${name} with (force)`);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
