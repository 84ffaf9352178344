import { message } from '../../contract/messages/message.ts';
import type { DataReader } from '../core/data.ts';
import type { SqlDialect } from '../core/dialect.ts';
import { ConnectorError } from '../core/errors.ts';
import { subjectOf } from '../core/place.ts';
import { createSqlReader } from '../core/sql-data.ts';
import { sqlServerDialect } from './dialect.ts';
import type { Session } from './session.ts';

/** Undefined for a server by another maker, which hashes and converts differently. */
export function createDataReader(session: Session): DataReader | undefined {
  if (!session.server.isMicrosoft) return undefined;
  const hashing = session.server.hasUtf8 ? {} : refuseHashes(session);
  return createSqlReader({ ...sqlServerDialect, ...hashing }, (sql) =>
    session.query(sql, [], 'rows'),
  );
}

function refuseHashes(session: Session): Pick<SqlDialect, 'hashOf' | 'sumOfHashes' | 'distinctOf'> {
  const refuse = () => {
    throw new ConnectorError(
      'unsupported',
      message('reading.noUtf8', { server: subjectOf(session.place) }),
    );
  };
  return { hashOf: refuse, sumOfHashes: refuse, distinctOf: refuse };
}
