import { type Message, message } from '../../contract/messages/message.ts';
import type { Limits } from '../core/connector.ts';
import { ConnectorError, unexplained, classifyBy } from '../core/errors.ts';
import { statementTimeout } from '../core/connecting/guard.ts';
import { explainNetworkError } from '../core/connecting/network-errors.ts';
import { databaseOf, subjectOf, userOf, type Place } from '../core/connecting/place.ts';

/** Turns whatever the driver throws into a sentence that a person can act on. */
export function explainError(error: unknown, place: Place, limits: Limits): ConnectorError {
  const network = explainNetworkError(error, place);
  if (network) return network;
  const { state, message: words } = factsOf(error);
  if (isOfHiddenRows(error)) {
    const said = message('privilege.rowsHidden', { server: subjectOf(place), who: userOf(place) });
    return new ConnectorError('permission', said, { cause: error });
  }
  if (isOfUnfilled(error)) {
    const said = message('reading.notFilled', { server: subjectOf(place) });
    return new ConnectorError('failed', said, { cause: error });
  }
  const [code, said] = explain(state, words, place, limits);
  return new ConnectorError(code, said, { cause: error });
}

/** SQLSTATE and message of an error that the server itself raised; '' otherwise. */
function factsOf(error: unknown): { state: string; message: string } {
  if (!(error instanceof Error)) return { state: '', message: '' };
  const state = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return { state, message: error.message };
}

/** Whether a policy would hide rows; told by the server's own function, because its words depend on its language. */
const isOfHiddenRows = (error: unknown): boolean =>
  error instanceof Error && 'routine' in error && error.routine === 'check_enable_rls';

/** Whether a materialised view is read that was never filled; its state is also that of a database that takes no connections. */
const isOfUnfilled = (error: unknown): boolean =>
  error instanceof Error && 'routine' in error && error.routine === 'ExecOpenScanRelation';

/** Connection exceptions (class 08), an operator's intervention, and the limits on how long a session may idle or last. */
const ENDED = /^(?:08|57P|25P0[34])/;

function explain(
  state: string,
  words: string,
  place: Place,
  limits: Limits,
): [ConnectorError['code'], Message] {
  const subject = subjectOf(place);
  const user = userOf(place);
  switch (state) {
    case '28P01':
      return ['auth', message('signIn.refused', { server: subject, user: place.username })];
    case '28000':
      if (words.includes('no pg_hba.conf entry') || words.includes('pg_hba.conf rejects')) {
        return [
          'auth',
          words.includes('no encryption')
            ? message('signIn.fromThisMachinePlain', {
                server: subject,
                who: user,
                database: place.database,
              })
            : message('signIn.fromThisMachine', {
                server: subject,
                who: user,
                database: place.database,
              }),
        ];
      }
      return ['auth', message('signIn.refusedRole', { server: subject, user: place.username })];
    case '3D000':
      return [
        'not-found',
        message('database.noDatabase', { server: subject, database: place.database }),
      ];
    case '42501':
      return [
        'permission',
        message('privilege.missingThere', {
          server: subject,
          who: user,
          what: databaseOf(place),
        }),
      ];
    case '53300':
      return ['failed', message('server.noConnectionLeft', { server: subject })];
    case '55000':
      return [
        'failed',
        message('database.noConnections', { server: subject, database: place.database }),
      ];
    case '55P03':
      return ['timeout', statementTimeout(subject, limits)];
    case '57014':
      return words.includes('statement timeout')
        ? ['timeout', statementTimeout(subject, limits)]
        : ['cancelled', message('reading.statementCancelled', { server: subject })];
    case '57P03':
      return ['network', message('server.startingUp', { server: subject })];
    case '25006':
      return ['permission', message('reading.onlyReads', { server: subject })];
  }
  if (ENDED.test(state)) return ['network', message('server.shutDown', { server: subject })];
  if (words.includes('does not support SSL')) {
    return ['tls', message('tls.notOffered', { server: subject })];
  }
  if (
    words.includes('Connection terminated') ||
    words.includes('not queryable') ||
    words.includes('establishing an SSL connection')
  ) {
    return ['network', message('network.closedByOther', { server: subject, engine: 'PostgreSQL' })];
  }
  if (words.includes('SASL') || words.includes('SCRAM') || words.includes('authentication')) {
    return ['auth', message('signIn.noAgreement', { server: subject, who: user })];
  }
  return ['failed', unexplained(subject, state && `SQLSTATE ${state}`)];
}

/** PostgreSQL documentation, appendix A. */
export const classOfError = classifyBy({
  unique: /^23505$/,
  foreign_key: /^23503$|^23001$/,
  not_null: /^23502$/,
  check: /^23514$|^23P01$|^44000$/,
  division_by_zero: /^22012$/,
  no_data: /^02|^P0002$/,
  too_many_rows: /^P0003$|^21000$/,
  permission: /^42501$|^28/,
  not_found: /^42P01$|^42883$|^42703$|^3F000$|^42704$/,
  syntax: /^42/,
  value: /^22/,
  raised: /^P0(?!00[0234])/,
});
