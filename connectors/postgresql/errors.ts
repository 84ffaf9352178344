import type { Limits } from '../core/connector.ts';
import { ConnectorError } from '../core/errors.ts';
import { statementTimeout } from '../core/guard.ts';
import { explainNetworkError } from '../core/network-errors.ts';
import { subjectOf, type Place } from '../core/place.ts';

/** Turns whatever the driver throws into a sentence that a person can act on. */
export function explainError(error: unknown, place: Place, limits: Limits): ConnectorError {
  const network = explainNetworkError(error, place);
  if (network) return network;
  const { state, message } = factsOf(error);
  const [code, sentence] = explain(state, message, place, limits);
  return new ConnectorError(code, sentence, { cause: error });
}

/** SQLSTATE and text, when the server itself refused. */
export function factsOf(error: unknown): { state: string; message: string } {
  if (!(error instanceof Error)) return { state: '', message: '' };
  const state = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return { state, message: error.message };
}

/** Connection exceptions (class 08), an operator's intervention, and the limits on how long a session may idle or last. */
const ENDED = /^(?:08|57P|25P0[34])/;

function explain(
  state: string,
  message: string,
  place: Place,
  limits: Limits,
): [ConnectorError['code'], string] {
  const subject = subjectOf(place);
  const user = `user "${place.username}"`;
  switch (state) {
    case '28P01':
      return ['auth', `${subject} refused ${user} and the password. Check both.`];
    case '28000':
      if (message.includes('no pg_hba.conf entry') || message.includes('pg_hba.conf rejects')) {
        return [
          'auth',
          `${subject} does not let ${user} into the database "${place.database}" from this machine${
            message.includes('no encryption') ? ' without encryption' : ''
          } (pg_hba.conf).`,
        ];
      }
      return ['auth', `${subject} refused ${user}. Check that the role exists and may log in.`];
    case '3D000':
      return ['not-found', `${subject} has no database "${place.database}".`];
    case '42501':
      return [
        'permission',
        `${subject}: ${user} lacks a privilege for that in the database "${place.database}".`,
      ];
    case '53300':
      return [
        'failed',
        `${subject} has no free connection left. Try again later, or raise max_connections.`,
      ];
    case '55000':
      return [
        'failed',
        `${subject} does not accept connections to the database "${place.database}".`,
      ];
    case '55P03':
      return ['timeout', statementTimeout(subject, limits)];
    case '57014':
      return message.includes('statement timeout')
        ? ['timeout', statementTimeout(subject, limits)]
        : ['cancelled', `The statement was cancelled at ${subject}.`];
    case '57P03':
      return ['network', `${subject} is starting up or recovering. Try again in a moment.`];
    case '25006':
      return ['permission', `${subject}: this connection only reads.`];
  }
  if (ENDED.test(state)) return ['network', `${subject} was shut down or closed the connection.`];
  if (message.includes('does not support SSL')) {
    return [
      'tls',
      `${subject} does not offer TLS. Switch TLS off for it, or switch it on at the server.`,
    ];
  }
  if (
    message.includes('Connection terminated') ||
    message.includes('not queryable') ||
    message.includes('establishing an SSL connection')
  ) {
    return [
      'network',
      `${subject} closed the connection unexpectedly. Check that it is a PostgreSQL server.`,
    ];
  }
  if (message.includes('SASL') || message.includes('SCRAM') || message.includes('authentication')) {
    return [
      'auth',
      `${subject} and ${user} could not agree on how to sign in. Check user and password.`,
    ];
  }
  return ['failed', `${subject} could not be read${state ? ` (SQLSTATE ${state})` : ''}.`];
}
