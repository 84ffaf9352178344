import { ConnectorError, type ConnectorErrorCode } from '../../../connectors/core/errors.ts';
import type { ProblemKind } from '../../../contract/problems.ts';
import { ProblemError } from '../../platform/problem.ts';

/** A failing source or target database is a bad gateway; what the person entered wrongly is theirs. */
const PROBLEM_OF: Record<ConnectorErrorCode, ProblemKind> = {
  auth: 'database-failed',
  network: 'database-failed',
  tls: 'database-failed',
  permission: 'database-failed',
  failed: 'database-failed',
  ended: 'database-failed',
  limit: 'database-failed',
  'not-found': 'database-failed',
  cancelled: 'database-failed',
  timeout: 'database-timeout',
  reach: 'invalid',
  unsupported: 'invalid',
};

/** A failure of a source or target database as clients see it; other errors stay as they are. */
export function asProblem(error: unknown): unknown {
  if (!(error instanceof ConnectorError)) return error;
  return new ProblemError(PROBLEM_OF[error.code], error.said, { cause: error });
}
