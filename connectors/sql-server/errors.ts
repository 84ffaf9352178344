import type { ErrorClass } from '../../contract/proof/calls.ts';
import { type Message, message } from '../../contract/messages/message.ts';
import type { Limits } from '../core/connector.ts';
import { ConnectorError, unexplained, classifyBy } from '../core/errors.ts';
import { statementTimeout } from '../core/connecting/guard.ts';
import { explainNetworkError } from '../core/connecting/network-errors.ts';
import { databaseOf, subjectOf, userOf, type Place } from '../core/connecting/place.ts';
import { BROWSER_PORT } from './browser.ts';
import type { Refusal } from './driver-patches.ts';

type Sentence = [ConnectorError['code'], Message];

/**
 * Turns whatever the driver throws into a sentence that a person can act on.
 * @param password - is not repeated
 */
export function explainError(
  error: unknown,
  place: Place,
  limits: Limits,
  password = '',
): ConnectorError {
  const own = connectorErrorIn(error);
  if (own) return own;
  const numbers = numbersOf(error);
  const said =
    numbers.map((number) => explainNumber(number, place, limits)).find(Boolean) ??
    explainRefusal(refusalsOf(error)[0], place, password);
  const network = said ? null : explainNetworkError(error, place);
  if (network) return network;
  const [code, sentence] = said ??
    explainCode(codeOf(error), place, limits) ?? [
      'failed' as const,
      unexplained(subjectOf(place), numbers[0] === undefined ? '' : `error ${numbers[0]}`),
    ];
  return new ConnectorError(code, sentence, { cause: error });
}

/** Finds a ConnectorError inside of an error: the driver wraps what its hooks throw. */
function connectorErrorIn(error: unknown): ConnectorError | null {
  if (error instanceof ConnectorError) return error;
  return error instanceof Error && error.cause instanceof ConnectorError ? error.cause : null;
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Numbers of the server's errors, in its order: the first one is the most specific. */
function numbersOf(error: unknown): number[] {
  if (error instanceof AggregateError) return error.errors.flatMap(numbersOf);
  if (!(error instanceof Error)) return [];
  const refusals = refusalsOf(error);
  if (refusals.length > 0) return refusals.map(({ number }) => number);
  return 'number' in error && typeof error.number === 'number' ? [error.number] : [];
}

/** The errors with which the server refused a login. */
const refusalsOf = (error: unknown): Refusal[] =>
  error instanceof Error && 'refusals' in error && Array.isArray(error.refusals)
    ? (error.refusals as Refusal[])
    : [];

const MAX_OF_WORDS = 300;

/** Explains a refusal that is not listed here, in the server's own words, which may repeat what it was sent. */
function explainRefusal(
  refusal: Refusal | undefined,
  place: Place,
  password: string,
): Sentence | null {
  if (!refusal) return null;
  const words = (password ? refusal.message.replaceAll(password, '…') : refusal.message)
    .replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ')
    .trim()
    .slice(0, MAX_OF_WORDS);
  return [
    'auth',
    message('signIn.refusedInItsWords', {
      server: subjectOf(place),
      who: userOf(place),
      code: refusal.number,
      words: words.replace(/\.$/, ''),
    }),
  ];
}

/**
 * Whether a view, column or function does not exist, or is closed to this account. Other makers have their own
 * numbers for missing features.
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
  const user = userOf(place);
  const database = databaseOf(place);
  switch (number) {
    case 18456:
      return ['auth', message('signIn.refused', { server: subject, user: place.username })];
    case 18452:
      return ['auth', message('signIn.noWindowsAccounts', { server: subject, who: user })];
    case 18470:
      return ['auth', message('signIn.loginDisabled', { server: subject, who: user })];
    case 18486:
      return ['auth', message('signIn.loginLocked', { server: subject, who: user })];
    case 18487:
    case 18488:
      return ['auth', message('signIn.passwordExpired', { server: subject, who: user })];
    case 4060:
    case 911:
      return [
        'not-found',
        message('database.noDatabaseOrEntry', {
          server: subject,
          database: place.database,
          who: user,
        }),
      ];
    case 4062:
    case 4063:
    case 4064:
      return ['not-found', message('database.defaultDatabase', { server: subject, who: user })];
    case 916:
      return [
        'permission',
        message('database.mayNotEnter', { server: subject, who: user, what: database }),
      ];
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
      return [
        'permission',
        message('privilege.noPermissionThere', { server: subject, who: user, what: database }),
      ];
    case 3906:
    case 3908:
      return ['permission', message('database.onlyReadable', { server: subject, what: database })];
    case 1222:
      return ['timeout', statementTimeout(subject, limits)];
    case 1205:
      return ['failed', message('reading.deadlock', { server: subject })];
    case 40615:
    case 40914:
      return ['auth', message('signIn.azureFirewall', { server: subject })];
    case 40613:
    case 40197:
    case 40501:
    case 49918:
    case 49919:
    case 49920:
      return ['network', message('database.notAvailable', { server: subject, what: database })];
    case 10928:
    case 10929:
    case 17809:
      return ['failed', message('server.noConnectionLeftNow', { server: subject })];
    case 596:
    case 6005:
    case 6006:
    case 17142:
    case 18401:
    case 18451:
      return ['network', message('server.startingOrStopping', { server: subject })];
    case 922:
    case 927:
    case 942:
    case 945:
    case 952:
    case 976:
    case 978:
      return ['failed', message('database.notOpened', { server: subject, what: database })];
  }
  return null;
}

function explainCode(code: string, place: Place, limits: Limits): Sentence | null {
  const subject = subjectOf(place);
  switch (code) {
    case 'ETIMEOUT':
      return ['timeout', statementTimeout(subject, limits)];
    case 'ECANCEL':
      return ['cancelled', message('reading.statementCancelled', { server: subject })];
    case 'EENCRYPT':
      return ['tls', message('tls.required', { server: subject })];
    case 'ESOCKET':
    case 'ECLOSE':
    case 'EINVALIDSTATE':
      return ['network', message('network.closedBySuch', { server: subject })];
    case 'ELOGIN':
    case 'ETDS':
    case 'EINTERFACENOTSUPP':
      return ['unsupported', message('server.otherTdsVersion', { server: subject })];
  }
  return null;
}

export const missingTls = (place: Place): ConnectorError =>
  new ConnectorError('tls', message('tls.notOffered', { server: subjectOf(place) }));

export const garbledAnswer = (place: Place, cause: Error): ConnectorError =>
  new ConnectorError('network', message('server.garbled', { server: subjectOf(place) }), {
    cause,
  });

/** The name of a named instance in messages. */
export const instanceOf = (host: string, instance: string): Message =>
  message('place.at', { engine: 'SQL Server', address: `${host}\\${instance}` });

/** Why the port of a named instance was not found */
export function explainBrowserError(
  error: unknown,
  host: string,
  instance: string,
): ConnectorError {
  const server = instanceOf(host, instance);
  return codeOf(error) === 'ENOTCP'
    ? new ConnectorError('network', message('server.noTcp', { server }), { cause: error })
    : new ConnectorError('network', message('server.noBrowser', { server, port: BROWSER_PORT }), {
        cause: error,
      });
}

/** Microsoft Learn: "Database engine events and errors"; from 50000 on, numbers are user-defined. */
const classOfCode = classifyBy({
  unique: /^(?:2601|2627)$/,
  foreign_key: /^547$/,
  not_null: /^515$/,
  division_by_zero: /^8134$/,
  too_many_rows: /^512$/,
  permission: /^(?:229|230|262|297|300|916)$/,
  not_found: /^(?:195|207|208|2812|4121)$/,
  syntax: /^(?:102|105|156|170|201|319|8144|8145)$/,
  value: /^(?:220|232|241|242|244|245|248|295|8114|8115|8152|2628)$/,
  raised: /^[5-9]\d{4,}$|^\d{6,}$/,
});

/** Foreign keys and checks share one number. */
export const classOfError = (error: { code: string; message: string }): ErrorClass | null =>
  error.code === '547' && /\bCHECK constraint\b/i.test(error.message)
    ? 'check'
    : classOfCode(error);
