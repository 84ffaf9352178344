import type { DataReader } from '../core/data.ts';
import { createSqlReader } from '../core/sql-data.ts';
import { createDialect } from './dialect.ts';
import type { Session } from './session.ts';

export const createDataReader = (session: Session): DataReader =>
  createSqlReader(createDialect(session.member), (sql) => session.query(sql, [], 'rows'));
