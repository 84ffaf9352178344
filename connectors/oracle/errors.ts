import { type Message, message } from '../../contract/messages/message.ts';
import type { Limits } from '../core/connector.ts';
import {
  ConnectorError,
  unexplained,
  type ConnectorErrorCode,
  classifyBy,
} from '../core/errors.ts';
import { statementTimeout } from '../core/connecting/guard.ts';
import { explainNetworkError } from '../core/connecting/network-errors.ts';
import { subjectOf, type Place, userOf } from '../core/connecting/place.ts';
import { databaseOf } from './descriptor.ts';

/** Turns whatever the driver throws into a sentence that a person can act on. */
export function explainError(error: unknown, place: Place, limits: Limits): ConnectorError {
  const network = explainNetworkError(error, place);
  if (network) return network;
  const codes = codesOf(error);
  const known = codes.find((code) => SENTENCES[code]);
  const server = subjectOf(place);
  const [code, say] = (known && SENTENCES[known]) || [
    'failed' as const,
    () => unexplained(server, codes[0] ?? ''),
  ];
  const said = say({
    server,
    user: place.username,
    who: userOf(place),
    ...databaseOf(place),
    timeout: statementTimeout(server, limits),
  });
  return new ConnectorError(code, said, { cause: error });
}

/** Codes such as `ORA-12516` and `NJS-511`: the server's from the message first, then the driver's. */
export function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  // The only error of the driver without a code: a listener redirected to a name that does not
  // resolve.
  if (error.message === 'All options tried') own.push('NJS-530');
  const told = error.message.match(/\b(?:ORA|TNS)-\d+/g) ?? [];
  const codes = [...told, ...own].map((code) =>
    code.replace(/^(?:ORA|TNS)-(\d+)$/, (_all, digits: string) => `ORA-${digits.padStart(5, '0')}`),
  );
  return [...new Set(codes)];
}

/** Whether an error concerns only the statement, so that the connection can still be used. */
export function isOfStatement(error: unknown): boolean {
  const codes = codesOf(error).filter((code) => /^(?:ORA|NJS)-/.test(code));
  const kinds = codes.map((code) => SENTENCES[code]?.[0] ?? 'failed');
  return kinds.length > 0 && kinds.every((kind) => OF_STATEMENTS.includes(kind));
}

const OF_STATEMENTS: ConnectorErrorCode[] = ['failed', 'permission', 'not-found'];

/** Values that the sentences mention. */
interface Facts {
  server: Message;
  user: string;
  who: Message;
  name: string;
  isSid: boolean;
  timeout: Message;
}
type Sentence = readonly [ConnectorErrorCode, (facts: Facts) => Message];

const REFUSED: Sentence = [
  'auth',
  ({ server, user }) => message('signIn.refused', { server, user }),
];
const NOT_THERE: Sentence = [
  'not-found',
  ({ server, isSid, name }) =>
    isSid
      ? message('database.noSid', { server, name })
      : message('database.noService', { server, name }),
];
const LOST: Sentence = ['network', ({ server }) => message('listener.lostOracle', { server })];
const NOT_OPEN: Sentence = ['network', ({ server }) => message('database.notOpen', { server })];
const FULL: Sentence = [
  'failed',
  ({ server }) => message('server.noConnectionLeftOracle', { server }),
];
const FORBIDDEN: Sentence = [
  'permission',
  ({ server, user }) => message('privilege.missing', { server, user }),
];
const READ_ONLY: Sentence = [
  'permission',
  ({ server }) => message('reading.onlyReads', { server }),
];
const OTHER_PROTOCOL: Sentence = [
  'network',
  ({ server }) => message('listener.notAListener', { server }),
];
const NO_ENCRYPTION_OF_ITS_OWN: Sentence = [
  'tls',
  ({ server }) => message('listener.nativeEncryption', { server }),
];
const TIMEOUT: Sentence = ['timeout', ({ timeout }) => timeout];

/** By the codes of Oracle’s “Database Error Messages” (ORA) and of the driver’s `lib/errors.js` (NJS). */
const SENTENCES: Record<string, Sentence | undefined> = {
  'ORA-01017': REFUSED,
  'ORA-01005': REFUSED,
  'NJS-101': ['auth', ({ server, who }) => message('signIn.passwordWanted', { server, who })],
  'NJS-116': ['auth', ({ server, who }) => message('signIn.passwordTooOld', { server, who })],
  'ORA-28000': ['auth', ({ server, who }) => message('signIn.userLocked', { server, who })],
  'ORA-28001': ['auth', ({ server, who }) => message('signIn.passwordExpired', { server, who })],
  'ORA-28009': ['auth', ({ server, who }) => message('signIn.administratorLogin', { server, who })],
  'ORA-28040': ['auth', ({ server, who }) => message('signIn.olderSignIn', { server, who })],
  'ORA-01045': ['auth', ({ server, who }) => message('signIn.noCreateSession', { server, who })],
  'ORA-01035': ['auth', ({ server }) => message('signIn.restrictedSession', { server })],
  'ORA-12526': ['auth', ({ server }) => message('signIn.restrictedSession', { server })],

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

  'ORA-01013': ['cancelled', ({ server }) => message('reading.statementCancelled', { server })],
  'NJS-123': TIMEOUT,
  'ORA-00040': TIMEOUT,
  'ORA-02393': TIMEOUT,
  'ORA-02395': TIMEOUT,
  'ORA-01555': ['failed', ({ server }) => message('reading.snapshotTooOld', { server })],

  'NJS-138': [
    'unsupported',
    ({ server }) => message('server.tooOld', { server, version: 'version 12.1' }),
  ],
  'NJS-100': ['unsupported', ({ server }) => message('listener.nationalCharacters', { server })],
  'NJS-192': ['unsupported', ({ server }) => message('listener.otherCharacters', { server })],
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
  'NJS-510': ['timeout', ({ server }) => message('network.noAnswer', { server })],
  'NJS-511': ['network', ({ server }) => message('listener.refused', { server })],
  'ORA-12529': ['network', ({ server }) => message('signIn.nodeChecking', { server })],
  'NJS-102': OTHER_PROTOCOL,
  'NJS-103': OTHER_PROTOCOL,
  'NJS-173': OTHER_PROTOCOL,
  'NJS-509': OTHER_PROTOCOL,
  'NJS-514': OTHER_PROTOCOL,
  'NJS-522': OTHER_PROTOCOL,
  'NJS-530': ['network', ({ server }) => message('listener.sentToUnknown', { server })],
  'NJS-536': ['network', ({ server }) => message('listener.sentInCircles', { server })],
};

/** Oracle Database Error Messages. */
export const classOfError = classifyBy({
  unique: /^ORA-00001$/,
  foreign_key: /^ORA-0229[12]$/,
  not_null: /^ORA-0140[07]$/,
  check: /^ORA-02290$|^ORA-01402$/,
  division_by_zero: /^ORA-01476$/,
  no_data: /^ORA-0(?:1403|0100)$/,
  too_many_rows: /^ORA-01422$|^ORA-01427$/,
  permission: /^ORA-01031$|^ORA-41900$/,
  not_found: /^ORA-00(?:942|904)$|^ORA-04043$|^ORA-06576$/,
  syntax: /^ORA-009\d\d$|^ORA-06550$|^ORA-00933$/,
  value: /^ORA-(?:01722|01438|12899|06502|018[34]\d|01426)$/,
  raised: /^ORA-20\d{3}$|^ORA-06510$/,
});
