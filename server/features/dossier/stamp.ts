import { createHash } from 'node:crypto';
import { STAMP_FORMAT, type StampRecord } from '../../../contract/dossier.ts';
import { withEnglish } from '../../../contract/messages/english.ts';
import { message } from '../../../contract/messages/message.ts';
import type { Log } from '../../platform/log.ts';
import { facts, foot, head, time } from './html.ts';
import {
  type SealBytes,
  type SealKey,
  type Stored,
  STAMP,
  STAMP_PAGE,
  STAMP_SIGNATURE,
  TOKEN,
  sign,
} from './manifest.ts';
import { type StampServer, type Stamped, askForStamp } from './stamp-server.ts';

export const sha256 = (...parts: readonly (Uint8Array | string)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

/** The bytes to stamp: the manifest, its key and its signature, which proves that the seal existed at that time. */
export const stampedBytes = ({ manifest, key, signature }: SealBytes): Buffer =>
  Buffer.concat([manifest, Buffer.from(key), signature]);

/**
 * The entries after a seal: whether and when it was time-stamped, for programs and for people, signed by the same
 * key, and the token. Never fails: without a stamp they say why.
 */
export async function stamp(
  seal: SealBytes,
  key: SealKey,
  server: StampServer | null,
  project: string,
  log: Log,
): Promise<Stored[]> {
  const answer = server ? await askForStamp(server, stampedBytes(seal)) : message('stamp.noServer');
  const stamped = 'token' in answer ? answer : null;
  const why = 'token' in answer ? null : answer;
  if (server && why) log.warn({ said: why }, 'a dossier has no time stamp');
  const said = { token: stamped && describe(stamped), ...withEnglish('why', why) };
  const page = Buffer.from(showStamp(said, project));
  const record: StampRecord = {
    format: STAMP_FORMAT,
    manifest: sha256(seal.manifest),
    page: sha256(page),
    ...said,
  };
  const bytes = Buffer.from(`${JSON.stringify(record, null, 1)}\n`);
  return [
    [STAMP, bytes],
    [STAMP_PAGE, page],
    [STAMP_SIGNATURE, sign(bytes, key)],
    ...(stamped ? [[TOKEN, stamped.bytes] as const] : []),
  ];
}

const describe = ({ token, bytes }: Stamped): NonNullable<StampRecord['token']> => ({
  sha256: sha256(bytes),
  at: token.at.toISOString(),
  authority: token.authority,
  serial: token.serial,
  policy: token.policy,
});

function showStamp({ token, why }: Pick<StampRecord, 'token' | 'why'>, project: string): string {
  const said = token
    ? `${facts([
        ['Sealed no later than', `${time(token.at)} (${token.at})`],
        ['Stamped by', token.authority],
        ['Serial number', token.serial],
        ['Policy', token.policy],
      ])}<p>A third party has signed that the seal of this dossier existed at that time (RFC 3161). To check that signature, and that it leads to an authority that you trust: <code>npm run cli -- dossier verify FILE --ca AUTHORITY.pem</code></p>\n`
    : facts([['No time stamp', why]]);
  return `${head('Time stamp', project)}${said}<p><a href="../index.html">Dossier</a></p>\n${foot}`;
}
