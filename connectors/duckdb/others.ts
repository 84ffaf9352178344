import type { OtherKind } from '../../contract/proof/others.ts';
import { type OtherList, readOthers } from '../core/others.ts';
import { OWN } from './catalogue.ts';
import type { Session } from './session.ts';

/** DuckDB documentation, "duckdb_sequences", "duckdb_types". */
export const listOthers = (
  session: Session,
  schema: string,
  only?: readonly OtherKind[],
): Promise<OtherList[]> =>
  readOthers(
    {
      sequences: () =>
        session.query<[string]>(
          `SELECT sequence_name FROM duckdb_sequences()
         WHERE database_name = current_database() AND NOT temporary AND schema_name = $1`,
          [schema],
        ),
      types: () =>
        session.query<[string]>(
          `SELECT type_name FROM duckdb_types() WHERE ${OWN} AND schema_name = $1`,
          [schema],
        ),
    },
    only,
  );
