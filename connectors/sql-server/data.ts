import { message } from '../../contract/messages/message.ts';
import type { DataReader } from '../core/data.ts';
import type { SqlDialect } from '../core/dialect.ts';
import { ConnectorError } from '../core/errors.ts';
import { subjectOf } from '../core/place.ts';
import { createSqlReader } from '../core/sql-data.ts';
import { isExpression } from '../core/sql-tokens.ts';
import { sqlServerDialect } from './dialect.ts';
import { engine } from './engine.ts';
import type { Session } from './session.ts';

/** Undefined where the server is another maker's, which hashes and converts otherwise. */
export function createDataReader(session: Session): DataReader | undefined {
  if (!session.server.isMicrosoft) return undefined;
  const hashing = session.server.hasUtf8 ? {} : refuseHashes(session);
  return createSqlReader({ ...sqlServerDialect, ...hashing }, (sql, _foreign, { where }) => {
    // A batch may hold several statements, a commit among them.
    if (where !== null && !isExpression(where, engine.sql)) throw openCondition();
    return session.query(sql, [], 'rows');
  });
}

const openCondition = () => new ConnectorError('unsupported', message('reading.oneExpression'));

function refuseHashes(session: Session): Pick<SqlDialect, 'hashOf' | 'sumOfHashes' | 'distinctOf'> {
  const refuse = () => {
    throw new ConnectorError(
      'unsupported',
      message('reading.noUtf8', { server: subjectOf(session.place) }),
    );
  };
  return { hashOf: refuse, sumOfHashes: refuse, distinctOf: refuse };
}
