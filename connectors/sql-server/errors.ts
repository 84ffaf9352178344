import type { Limits } from '../core/connector.ts';
import { ConnectorError } from '../core/errors.ts';
import { statementTimeout } from '../core/guard.ts';
import { explainNetworkError } from '../core/network-errors.ts';
import { subjectOf, type Place } from '../core/place.ts';
import { BROWSER_PORT } from './browser.ts';
import type { Refusal } from './driver.ts';

type Sentence = [ConnectorError['code'], string];

/** Turns whatever the driver throws into a sentence that a person can act on. */
export function explainError(error: unknown, place: Place, limits: Limits): ConnectorError {
  const own = connectorErrorIn(error);
  if (own) return own;
  const numbers = numbersOf(error);
  const said =
    numbers.map((number) => explainNumber(number, place, limits)).find(Boolean) ??
    explainRefusal(refusalsOf(error)[0], place);
  const network = said ? null : explainNetworkError(error, place);
  if (network) return network;
  const sentence = said ?? explainCode(codeOf(error), place, limits);
  return new ConnectorError(...(sentence ?? unexplained(numbers[0], place)), { cause: error });
}

/** The driver wraps what its hooks throw. */
function connectorErrorIn(error: unknown): ConnectorError | null {
  if (error instanceof ConnectorError) return error;
  return error instanceof Error && error.cause instanceof ConnectorError ? error.cause : null;
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** The numbers of the errors that the server sent, in its order: the first one says most. */
function numbersOf(error: unknown): number[] {
  if (error instanceof AggregateError) return error.errors.flatMap(numbersOf);
  if (!(error instanceof Error)) return [];
  const refusals = refusalsOf(error);
  if (refusals.length > 0) return refusals.map(({ number }) => number);
  return 'number' in error && typeof error.number === 'number' ? [error.number] : [];
}

/** What the server said instead of letting a user in. */
const refusalsOf = (error: unknown): Refusal[] =>
  error instanceof Error && 'refusals' in error && Array.isArray(error.refusals)
    ? (error.refusals as Refusal[])
    : [];

const MOST_OF_WORDS = 300;

/** A reason that is not listed here: nobody knows more of it than the server itself says. */
function explainRefusal(refusal: Refusal | undefined, place: Place): Sentence | null {
  if (!refusal) return null;
  const words = refusal.message
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MOST_OF_WORDS);
  return [
    'auth',
    `${subjectOf(place)} does not let user "${place.username}" in (error ${refusal.number}). It says: ${words.replace(/\.$/, '')}.`,
  ];
}

/**
 * Whether the server has no such view, column or function, or closes it to this account. Other makers have numbers
 * of their own for what they lack.
 */
export const isUnreadable = (error: unknown, isMicrosoft: boolean): boolean =>
  error instanceof ConnectorError &&
  (error.code === 'permission' ||
    (error.code === 'failed' &&
      (!isMicrosoft || numbersOf(error.cause).some((number) => MISSING.has(number)))));

const MISSING = new Set([195, 207, 208, 2812, 4121]);

/** Microsoft Learn: "Database Engine events and errors", "Troubleshoot common connection issues to Azure SQL Database". */
function explainNumber(number: number, place: Place, limits: Limits): Sentence | null {
  const subject = subjectOf(place);
  const user = `user "${place.username}"`;
  const database = `the database "${place.database}"`;
  switch (number) {
    case 18456:
      return ['auth', `${subject} refused ${user} and the password. Check both.`];
    case 18452:
      return [
        'auth',
        `${subject} refused ${user}: only logins of SQL Server itself can be used, not Windows accounts.`,
      ];
    case 18470:
      return ['auth', `${subject}: the login of ${user} is disabled.`];
    case 18486:
      return [
        'auth',
        `${subject}: the login of ${user} is locked. An administrator can unlock it.`,
      ];
    case 18487:
    case 18488:
      return ['auth', `${subject}: the password of ${user} has expired and must be changed first.`];
    case 4060:
    case 911:
      return [
        'not-found',
        `${subject} has no database "${place.database}", or ${user} may not enter it.`,
      ];
    case 4062:
    case 4063:
    case 4064:
      return [
        'not-found',
        `${subject}: the default database of ${user} cannot be opened. Give the login another default database.`,
      ];
    case 916:
      return ['permission', `${subject}: ${user} may not enter ${database}.`];
    case 229:
    case 230:
    case 262:
    case 297:
    case 300:
    case 1088:
    case 2760:
    case 3701:
    case 4701:
    case 4902:
    case 15151:
    case 15247:
      return ['permission', `${subject}: ${user} lacks a permission for that in ${database}.`];
    case 3906:
    case 3908:
      return ['permission', `${subject}: ${database} can only be read.`];
    case 1222:
      return ['timeout', statementTimeout(subject, limits)];
    case 1205:
      return [
        'failed',
        `${subject} gave up reading in favour of somebody else's work (deadlock). Try again.`,
      ];
    case 40615:
    case 40914:
      return [
        'auth',
        `${subject} does not let this machine in. Allow its address in the firewall of the Azure SQL server.`,
      ];
    case 40613:
    case 40197:
    case 40501:
    case 49918:
    case 49919:
    case 49920:
      return [
        'network',
        `${subject}: ${database} is not available just now. Try again in a moment.`,
      ];
    case 10928:
    case 10929:
    case 17809:
      return ['failed', `${subject} has no free connection left. Try again later.`];
    case 596:
    case 6005:
    case 6006:
    case 17142:
    case 18401:
    case 18451:
      return ['network', `${subject} is starting, stopping, or has ended the connection.`];
    case 922:
    case 927:
    case 942:
    case 945:
    case 952:
    case 976:
    case 978:
      return [
        'failed',
        `${subject}: ${database} cannot be opened just now: it is offline, being restored or a secondary copy.`,
      ];
  }
  return null;
}

function explainCode(code: string, place: Place, limits: Limits): Sentence | null {
  const subject = subjectOf(place);
  switch (code) {
    case 'ETIMEOUT':
      return ['timeout', statementTimeout(subject, limits)];
    case 'ECANCEL':
      return ['cancelled', `The statement was cancelled at ${subject}.`];
    case 'EENCRYPT':
      return ['tls', `${subject} takes encrypted connections only. Switch TLS on.`];
    case 'ESOCKET':
    case 'ECLOSE':
    case 'EINVALIDSTATE':
      return [
        'network',
        `${subject} closed the connection unexpectedly. Check that it is such a server.`,
      ];
    case 'ELOGIN':
    case 'ETDS':
    case 'EINTERFACENOTSUPP':
      return [
        'unsupported',
        `${subject} is too old, or not a SQL Server: there is no version of the protocol that both sides know.`,
      ];
  }
  return null;
}

const unexplained = (number: number | undefined, place: Place): Sentence => [
  'failed',
  `${subjectOf(place)} could not be read${number === undefined ? '' : ` (error ${number})`}.`,
];

export const missingTls = (place: Place): ConnectorError =>
  new ConnectorError(
    'tls',
    `${subjectOf(place)} does not offer TLS. Switch TLS off for it, or switch it on at the server.`,
  );

export const garbledAnswer = (place: Place, cause: Error): ConnectorError =>
  new ConnectorError(
    'network',
    `${subjectOf(place)} gave an answer that cannot be understood. Check that it is a SQL Server, and what is in between.`,
    { cause },
  );

/** Why the port of a named instance was not found */
export function explainBrowserError(
  error: unknown,
  host: string,
  instance: string,
): ConnectorError {
  const subject = `SQL Server at ${host}\\${instance}`;
  const wayOut = 'or enter the port of the instance instead of its name';
  return codeOf(error) === 'ENOTCP'
    ? new ConnectorError(
        'network',
        `${subject} does not listen for TCP. Switch TCP on for it, ${wayOut}.`,
        { cause: error },
      )
    : new ConnectorError(
        'network',
        `${subject} cannot be found: the SQL Server Browser (UDP port ${BROWSER_PORT}) does not answer there. Start that service, ${wayOut}.`,
        { cause: error },
      );
}
