import { type X509Certificate, createHash } from 'node:crypto';
import { type StampRecord, stampRecord } from '../../../contract/dossier.ts';
import { toEnglish } from '../../../contract/messages/english.ts';
import {
  type Manifest,
  STAMP,
  STAMP_PAGE,
  STAMP_SIGNATURE,
  type SealBytes,
  TOKEN,
  UNSTAMPED,
  isSealed,
} from './manifest.ts';
import { InvalidContainer } from './read-container.ts';
import { sha256, stampedBytes } from './stamp.ts';

/** What was found about a dossier's time stamp. */
export interface StampFound {
  token: StampRecord['token'];
  why: string | null;
  /**
   * Whether the certificate of the token leads to an authority given by --ca; null if none was given, or there is no
   * token.
   */
  trusted: boolean | null;
  /**
   * Minutes between the time at which the dossier says it was written and the stamp; negative if the stamp is
   * earlier; null without a token.
   */
  minutes_apart: number | null;
}

/** Entries after the seal, in order. */
export interface StampEntries {
  record: StampRecord | null;
  bytes: ReadonlyMap<string, Buffer>;
}

type Report = (entry: string | null, what: string) => void;

const NOT_RECORDED = 'The dossier does not say whether it has one.';
const MAX_RECORD_BYTES = 65_536;
const MAX_TOKEN_BYTES = 262_144;

/**
 * Reads the entries after a seal; reports and skips those that are missing or unreadable.
 * @param read - returns the content of an entry, up to so many bytes; throws InvalidContainer
 */
export async function readStampEntries(
  { version }: Manifest,
  read: (path: string, most: number) => Promise<Buffer>,
  report: Report,
): Promise<StampEntries> {
  const bytes = new Map<string, Buffer>();
  const take = async (path: string, most: number): Promise<void> => {
    try {
      bytes.set(path, await read(path, most));
    } catch (error) {
      if (!(error instanceof InvalidContainer)) throw error;
      report(null, error.message);
    }
  };
  if (version === UNSTAMPED) return { record: null, bytes };
  for (const path of [STAMP, STAMP_PAGE, STAMP_SIGNATURE]) await take(path, MAX_RECORD_BYTES);
  const record = readRecord(bytes.get(STAMP));
  if (!record) report(STAMP, 'cannot be read: it was changed');
  if (record?.token) await take(TOKEN, MAX_TOKEN_BYTES);
  return { record, bytes };
}

function readRecord(bytes: Buffer | undefined): StampRecord | null {
  try {
    return stampRecord.parse(JSON.parse(String(bytes)));
  } catch {
    return null;
  }
}

/**
 * Checks the entries after a seal: that the same key signed them for this manifest, and that the token is valid.
 * @param trusted - authorities from which it must come; null: any
 */
export async function checkStamp(
  { record, bytes }: StampEntries,
  { ended_at: written }: Manifest,
  seal: SealBytes,
  trusted: readonly X509Certificate[] | null,
  report: Report,
): Promise<StampFound> {
  const why = record ? record.why : NOT_RECORDED;
  if (record) {
    if (!isSignedBy(seal, bytes))
      report(STAMP, `is not what the key signed, or ${STAMP_SIGNATURE} was changed`);
    if (record.manifest !== sha256(seal.manifest)) report(STAMP, 'belongs to another dossier');
    const page = bytes.get(STAMP_PAGE);
    if (page && record.page !== sha256(page)) report(STAMP_PAGE, 'differs from what was signed');
  }
  const token = bytes.get(TOKEN);
  if (!record?.token || !token) {
    if (trusted)
      report(STAMP, `has no time stamp, but one was expected: ${why ?? 'its token was removed.'}`);
    return { token: null, why, trusted: null, minutes_apart: null };
  }
  if (record.token.sha256 !== sha256(token)) report(TOKEN, 'is not the token that was signed');
  const problem = await findTokenProblem(token, record.token, stampedBytes(seal), trusted);
  if (problem !== null) report(TOKEN, problem);
  const apart = Date.parse(record.token.at) - Date.parse(written);
  return {
    token: record.token,
    why: null,
    trusted: trusted && problem === null,
    minutes_apart: Math.round(apart / 60_000),
  };
}

function isSignedBy({ key }: SealBytes, bytes: StampEntries['bytes']): boolean {
  try {
    return isSealed(bytes.get(STAMP)!, key, bytes.get(STAMP_SIGNATURE)!);
  } catch {
    return false;
  }
}

/** @returns why the token is invalid, or does not match its record */
async function findTokenProblem(
  bytes: Buffer,
  recorded: NonNullable<StampRecord['token']>,
  stamped: Buffer,
  trusted: readonly X509Certificate[] | null,
): Promise<string | null> {
  const { InvalidToken, checkToken, expectAuthority } = await import('./stamp-token.ts');
  try {
    const token = checkToken(bytes, createHash('sha256').update(stamped).digest());
    if (token.at.toISOString() !== recorded.at || token.authority !== recorded.authority)
      return `says ${token.at.toISOString()} and ${token.authority}, and ${STAMP} something else`;
    if (trusted) expectAuthority(token, trusted);
    return null;
  } catch (error) {
    if (!(error instanceof InvalidToken)) throw error;
    return `does not hold: ${toEnglish(error.said)}`;
  }
}
