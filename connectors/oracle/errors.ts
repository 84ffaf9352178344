import type { Limits } from '../core/connector.ts';
import { ConnectorError, type ConnectorErrorCode } from '../core/errors.ts';
import { statementTimeout } from '../core/guard.ts';
import { explainNetworkError } from '../core/network-errors.ts';
import { subjectOf, type Place } from '../core/place.ts';
import { databaseOf } from './descriptor.ts';

/** Turns whatever the driver throws into a sentence that a person can act on. */
export function explainError(error: unknown, place: Place, limits: Limits): ConnectorError {
  const network = explainNetworkError(error, place);
  if (network) return network;
  const codes = codesOf(error);
  const known = codes.find((code) => SENTENCES[code]);
  const [code, sentence] = known
    ? (SENTENCES[known] as Sentence)
    : (['failed', `%subject could not be read${codes[0] ? ` (${codes[0]})` : ''}.`] as const);
  const { name, isSid } = databaseOf(place);
  const words: Record<string, string> = {
    subject: subjectOf(place),
    user: `user "${place.username}"`,
    database: `${isSid ? 'SID' : 'service'} "${name}"`,
    other: isSid ? 'Enter a service name, or check the SID' : 'Check it, or enter sid: and the SID',
    timeout: statementTimeout(subjectOf(place), limits),
  };
  const message = sentence.replace(/%([a-z]+)/g, (_all, word: string) => words[word] ?? '');
  return new ConnectorError(code, message, { cause: error });
}

/** Such as `ORA-12516` and `NJS-511`: what the message tells of the server's codes, then the driver's own. */
export function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  // The one failure of the driver's that has no code: a listener sends on to a name that has no address.
  if (error.message === 'All options tried') own.push('NJS-530');
  const told = error.message.match(/\b(?:ORA|TNS)-\d+/g) ?? [];
  const codes = [...told, ...own].map((code) =>
    code.replace(/^(?:ORA|TNS)-(\d+)$/, (_all, digits: string) => `ORA-${digits.padStart(5, '0')}`),
  );
  return [...new Set(codes)];
}

/** Whether it is about the statement, and the connection goes on. */
export function isOfStatement(error: unknown): boolean {
  const codes = codesOf(error).filter((code) => /^(?:ORA|NJS)-/.test(code));
  const kinds = codes.map((code) => SENTENCES[code]?.[0] ?? 'failed');
  return kinds.length > 0 && kinds.every((kind) => OF_STATEMENTS.includes(kind));
}

const OF_STATEMENTS: ConnectorErrorCode[] = ['failed', 'permission', 'not-found'];

type Sentence = readonly [ConnectorErrorCode, string];

const REFUSED: Sentence = ['auth', '%subject refused %user and the password. Check both.'];
const NOT_THERE: Sentence = ['not-found', '%subject knows no %database. %other.'];
const LOST: Sentence = [
  'network',
  '%subject closed the connection unexpectedly. A firewall, a limit on idle time, a restart, or a port for encrypted connections only may be the cause.',
];
const NOT_OPEN: Sentence = [
  'network',
  '%subject: the database is starting up, shutting down or not open. Try again in a moment.',
];
const FULL: Sentence = [
  'failed',
  '%subject has no free connection left. Try again later, or raise the limits on sessions and processes.',
];
const FORBIDDEN: Sentence = ['permission', '%subject: %user lacks a privilege for that.'];
const READ_ONLY: Sentence = ['permission', '%subject: this connection only reads.'];
const OTHER_PROTOCOL: Sentence = [
  'network',
  '%subject answers, but not as an Oracle listener does. Check the port.',
];
const NO_ENCRYPTION_OF_ITS_OWN: Sentence = [
  'tls',
  '%subject demands Oracle’s native network encryption, which is not supported here. Let the server offer TLS, or make that encryption optional.',
];
const TIMEOUT: Sentence = ['timeout', '%timeout'];

/** By the codes of Oracle’s “Database Error Messages” (ORA) and of the driver’s `lib/errors.js` (NJS). */
const SENTENCES: Record<string, Sentence | undefined> = {
  'ORA-01017': REFUSED,
  'ORA-01005': REFUSED,
  'NJS-101': ['auth', '%subject wants a password of %user. Enter it.'],
  'NJS-116': [
    'auth',
    '%subject keeps the password of %user in a form that is too old. Let the user set the password anew.',
  ],
  'ORA-28000': ['auth', '%subject: %user is locked.'],
  'ORA-28001': ['auth', '%subject: the password of %user has expired and must be changed first.'],
  'ORA-28009': ['auth', '%subject lets %user in as an administrator only. Enter another user.'],
  'ORA-28040': [
    'auth',
    '%subject lets %user sign in in an older way only, which is not supported.',
  ],
  'ORA-01045': ['auth', '%subject: %user may not sign in. It lacks the privilege CREATE SESSION.'],
  'ORA-01035': ['auth', '%subject lets administrators in only, just now (restricted session).'],
  'ORA-12526': ['auth', '%subject lets administrators in only, just now (restricted session).'],

  'NJS-518': NOT_THERE,
  'NJS-519': NOT_THERE,
  'ORA-12514': NOT_THERE,
  'ORA-12505': NOT_THERE,
  'ORA-12504': NOT_THERE,

  'ORA-01033': NOT_OPEN,
  'ORA-01034': NOT_OPEN,
  'ORA-01109': NOT_OPEN,
  'ORA-12527': NOT_OPEN,
  'ORA-12528': NOT_OPEN,
  'ORA-27101': NOT_OPEN,
  'ORA-00018': FULL,
  'ORA-00020': FULL,
  'ORA-02391': FULL,
  'ORA-12516': FULL,
  'ORA-12518': FULL,
  'ORA-12519': FULL,
  'ORA-12520': FULL,

  'ORA-00942': FORBIDDEN,
  'ORA-01031': FORBIDDEN,
  'ORA-41900': FORBIDDEN,
  'ORA-01456': READ_ONLY,
  'ORA-16000': READ_ONLY,

  'ORA-01013': ['cancelled', 'The statement was cancelled at %subject.'],
  'NJS-123': TIMEOUT,
  'ORA-00040': TIMEOUT,
  'ORA-02393': TIMEOUT,
  'ORA-02395': TIMEOUT,
  'ORA-01555': [
    'failed',
    '%subject no longer had the data as it was when reading began. Try again at a quieter time.',
  ],

  'NJS-138': ['unsupported', '%subject is older than version 12.1, the oldest that can be read.'],
  'NJS-100': ['unsupported', '%subject uses a national character set that is not supported.'],
  'NJS-192': ['unsupported', '%subject uses a character set that is not supported.'],
  'NJS-531': NO_ENCRYPTION_OF_ITS_OWN,
  'NJS-532': NO_ENCRYPTION_OF_ITS_OWN,
  'NJS-533': NO_ENCRYPTION_OF_ITS_OWN,
  'ORA-12660': NO_ENCRYPTION_OF_ITS_OWN,

  'ORA-00028': LOST,
  'ORA-01012': LOST,
  'ORA-01089': NOT_OPEN,
  'ORA-01090': NOT_OPEN,
  'ORA-01092': LOST,
  'ORA-02396': LOST,
  'ORA-02399': LOST,
  'ORA-03113': LOST,
  'ORA-03114': LOST,
  'ORA-03135': LOST,
  'ORA-12537': LOST,
  'ORA-12547': LOST,
  'ORA-12570': LOST,
  'ORA-12571': LOST,
  'NJS-003': LOST,
  'NJS-500': LOST,
  'NJS-501': LOST,
  'NJS-503': LOST,
  'NJS-513': LOST,
  'NJS-521': LOST,
  'NJS-510': [
    'timeout',
    '%subject did not answer. Check host and port, and whether a firewall is in between.',
  ],
  'NJS-511': [
    'network',
    '%subject refused the connection. Check the service name, and that the listener lets this machine in.',
  ],
  'ORA-12529': [
    'network',
    '%subject does not let this machine in (valid node checking of the listener).',
  ],
  'NJS-102': OTHER_PROTOCOL,
  'NJS-103': OTHER_PROTOCOL,
  'NJS-173': OTHER_PROTOCOL,
  'NJS-509': OTHER_PROTOCOL,
  'NJS-514': OTHER_PROTOCOL,
  'NJS-522': OTHER_PROTOCOL,
  'NJS-530': [
    'network',
    '%subject sends its clients on to a host name that is unknown here. Make it known, or enter the address of that machine.',
  ],
  'NJS-536': ['network', '%subject sends its clients from one place to the next without end.'],
};
