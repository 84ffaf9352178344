import { X509Certificate, createHash, randomBytes } from 'node:crypto';
import type { Reach } from '../../../connectors/core/connector.ts';
import { ConnectorError } from '../../../connectors/core/errors.ts';
import { type Message, message } from '../../../contract/messages/message.ts';
import { post } from '../../platform/outgoing.ts';
import type { Token } from './stamp-token.ts';

/** The configured time-stamp server. */
export interface StampServer {
  url: URL;
  /** Authorities from which its tokens must come; null: any. */
  trusted: readonly X509Certificate[] | null;
  reach: Pick<Reach, 'resolve'>;
}

export interface Stamped {
  token: Token;
  /** The received bytes, in DER. */
  bytes: Buffer;
}

/** Seconds until the reply must have arrived. */
const SECONDS = 15;
/** A token with all certificates of a long chain has about 20 kB. */
const ANSWER_BYTES = 131_072;
const REPLY = 'application/timestamp-reply';

/** The reason why there is no time stamp. */
class NotStamped extends Error {
  readonly said: Message;
  constructor(said: Message) {
    super(said.code);
    this.said = said;
  }
}

/**
 * Requests a time stamp and checks it.
 * @param sealed - the bytes to stamp; only their hash is sent
 * @returns the token, or why there is none
 */
export async function askForStamp(
  server: StampServer,
  sealed: Uint8Array,
  seconds = SECONDS,
): Promise<Stamped | Message> {
  // Loads the certificate code only for making or checking a stamp.
  const tokens = await import('./stamp-token.ts');
  const protocol = await import('./stamp-protocol.ts');
  const imprint = createHash('sha256').update(sealed).digest();
  const nonce = BigInt(`0x${randomBytes(16).toString('hex')}`);
  const { host } = server.url;
  try {
    const answer = await send(server, protocol.encodeRequest(imprint, nonce), seconds);
    const reply = protocol.readReply(answer);
    if (!reply) throw new NotStamped(message('stamp.noReply', { host }));
    if (!reply.token)
      throw new NotStamped(message('stamp.refused', { host, reason: reply.reason }));
    const token = tokens.checkToken(reply.token, imprint);
    if (token.nonce !== nonce) throw new NotStamped(message('stamp.otherRequest', { host }));
    if (server.trusted) tokens.expectAuthority(token, server.trusted);
    return { token, bytes: Buffer.from(reply.token) };
  } catch (error) {
    if (error instanceof NotStamped || error instanceof tokens.InvalidToken) return error.said;
    return reasonOf(error, host, seconds);
  }
}

async function send(
  { url, reach }: StampServer,
  body: Uint8Array,
  seconds: number,
): Promise<Buffer> {
  const { host, username, password } = url;
  const account = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const answer = await post({
    url,
    resolve: (name, port) => reach.resolve(name, port, ''),
    headers: {
      'content-type': 'application/timestamp-query',
      accept: REPLY,
      ...(username && { authorization: `Basic ${Buffer.from(account).toString('base64')}` }),
    },
    body,
    mostBytes: ANSWER_BYTES,
    signal: AbortSignal.timeout(seconds * 1_000),
  });
  const { code } = answer;
  if (code >= 300 && code < 400) throw new NotStamped(message('stamp.redirected', { host }));
  if (code !== 200) throw new NotStamped(message('stamp.answered', { host, code }));
  if (answer.cut) throw new NotStamped(message('stamp.tooLong', { host }));
  if (answer.type.split(';')[0]!.trim().toLowerCase() !== REPLY)
    throw new NotStamped(message('stamp.noReply', { host }));
  return answer.body;
}

/** Reports only the code of a reply or an error, none of its text. */
function reasonOf(error: unknown, host: string, seconds: number): Message {
  if (error instanceof ConnectorError) return error.said;
  const { name, code } = error as { name?: string; code?: string };
  return name === 'TimeoutError' || name === 'AbortError'
    ? message('stamp.tooSlow', { host, seconds })
    : message('stamp.notReached', { host, reason: code ?? '–' });
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Reads a PEM file of certificates of authorities. @throws if there is none, or one cannot be read */
export function readAuthorities(text: string): X509Certificate[] {
  const found = text.match(PEM) ?? [];
  if (found.length === 0) throw new Error('It contains no certificate (PEM).');
  return found.map((one) => new X509Certificate(one));
}
