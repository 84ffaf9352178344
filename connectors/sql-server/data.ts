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

/** Undefined for a server by another maker, which hashes and converts differently. */
export function createDataReader(session: Session): DataReader | undefined {
  if (!session.server.isMicrosoft) return undefined;
  const hashing = session.server.hasUtf8 ? {} : refuseHashes(session);
  return createSqlReader({ ...sqlServerDialect, ...hashing }, (sql, _foreign, { where }) => {
    // A batch may contain several statements, even a COMMIT: the condition must be a single
    // expression.
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
