import { message } from '../../contract/messages/message.ts';
import type { DataReader } from '../core/data.ts';
import type { SqlDialect } from '../core/dialect.ts';
import { ConnectorError } from '../core/errors.ts';
import { subjectOf } from '../core/place.ts';
import { createSqlReader } from '../core/sql-data.ts';
import { createDialect } from './dialect.ts';
import type { Session } from './session.ts';

/** The first version with a built-in SHA-256. */
const FIRST_WITH_HASHES = 110_000;

export function createDataReader(session: Session): DataReader {
  const dialect = createDialect(session.serverVersionNumber);
  const hashing = session.serverVersionNumber < FIRST_WITH_HASHES ? refuseHashes(session) : {};
  return createSqlReader({ ...dialect, ...hashing }, (sql, foreign) =>
    foreign ? session.queryForeign(sql) : session.query(sql, [], 'rows'),
  );
}

function refuseHashes(session: Session): Pick<SqlDialect, 'hashOf' | 'sumOfHashes'> {
  const refuse = () => {
    throw new ConnectorError(
      'unsupported',
      message('reading.noSha', { server: subjectOf(session.place) }),
    );
  };
  return { hashOf: refuse, sumOfHashes: refuse };
}
