import { ENGINES } from '../../../connectors/engines.ts';
import type { CanonicalType } from '../../../contract/proof/definitions.ts';
import type { KnownColumn } from './service.ts';

export const MY = ENGINES.mysql.id;
export const PG = ENGINES.postgresql.id;
export const MS = ENGINES.sqlServer.id;
export const ORA = ENGINES.oracle.id;
export const LITE = ENGINES.sqlite.id;
export const DUCK = ENGINES.duckdb.id;

export const INT: CanonicalType = { kind: 'integer', bits: 32, unsigned: false };
export const textOf = (length: number | null): CanonicalType => ({
  kind: 'text',
  length,
  fixed: false,
  bytes: false,
});

export const column = (
  name: string,
  canonical: CanonicalType = INT,
  nullable = true,
): KnownColumn => ({
  name,
  as: name,
  canonical,
  nullable,
});
