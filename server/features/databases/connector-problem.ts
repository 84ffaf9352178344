import { ConnectorError, type ConnectorErrorCode } from '../../../connectors/core/errors.ts';
import type { ProblemKind } from '../../../contract/problems.ts';
import { ProblemError } from '../../platform/problem.ts';

/** A failing source or target database is a bad gateway; an error in the person's input is a client error. */
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

/** Converts a ConnectorError into the problem that clients see; returns other errors unchanged. */
export function asProblem(error: unknown): unknown {
  if (!(error instanceof ConnectorError)) return error;
  return new ProblemError(PROBLEM_OF[error.code], error.said, { cause: error });
}
