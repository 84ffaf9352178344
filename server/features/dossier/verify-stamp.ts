import { type X509Certificate, createHash } from 'node:crypto';
import { type StampRecord, stampRecord } from '../../../contract/dossier.ts';
import { sayEnglish } from '../../../contract/messages/english.ts';
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
import { Refused } from './read-container.ts';
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
export interface Behind {
  record: StampRecord | null;
  bytes: ReadonlyMap<string, Buffer>;
}

type Blame = (entry: string | null, what: string) => void;

const NO_WORD = 'The dossier does not say whether it has one.';
const MOST_RECORD = 65_536;
const MOST_TOKEN = 262_144;

/**
 * Reads the entries after a seal; reports and skips those that are missing or unreadable.
 * @param read - returns the content of an entry, up to so many bytes; throws Refused
 */
export async function readBehind(
  { version }: Manifest,
  read: (path: string, most: number) => Promise<Buffer>,
  blame: Blame,
): Promise<Behind> {
  const bytes = new Map<string, Buffer>();
  const take = async (path: string, most: number): Promise<void> => {
    try {
      bytes.set(path, await read(path, most));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      blame(null, error.message);
    }
  };
  if (version === UNSTAMPED) return { record: null, bytes };
  for (const path of [STAMP, STAMP_PAGE, STAMP_SIGNATURE]) await take(path, MOST_RECORD);
  const record = readRecord(bytes.get(STAMP));
  if (!record) blame(STAMP, 'cannot be read: it was changed');
  if (record?.token) await take(TOKEN, MOST_TOKEN);
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
  { record, bytes }: Behind,
  { ended_at: written }: Manifest,
  seal: SealBytes,
  trusted: readonly X509Certificate[] | null,
  blame: Blame,
): Promise<StampFound> {
  const why = record ? record.why : NO_WORD;
  if (record) {
    if (!isSignedBy(seal, bytes))
      blame(STAMP, `is not what the key signed, or ${STAMP_SIGNATURE} was changed`);
    if (record.manifest !== sha256(seal.manifest)) blame(STAMP, 'belongs to another dossier');
    const page = bytes.get(STAMP_PAGE);
    if (page && record.page !== sha256(page)) blame(STAMP_PAGE, 'differs from what was signed');
  }
  const token = bytes.get(TOKEN);
  if (!record?.token || !token) {
    if (trusted)
      blame(STAMP, `has no time stamp, but one was expected: ${why ?? 'its token was removed.'}`);
    return { token: null, why, trusted: null, minutes_apart: null };
  }
  if (record.token.sha256 !== sha256(token)) blame(TOKEN, 'is not the token that was signed');
  const broken = await findBroken(token, record.token, stampedBytes(seal), trusted);
  if (broken !== null) blame(TOKEN, broken);
  const apart = Date.parse(record.token.at) - Date.parse(written);
  return {
    token: record.token,
    why: null,
    trusted: trusted && broken === null,
    minutes_apart: Math.round(apart / 60_000),
  };
}

function isSignedBy({ key }: SealBytes, bytes: Behind['bytes']): boolean {
  try {
    return isSealed(bytes.get(STAMP)!, key, bytes.get(STAMP_SIGNATURE)!);
  } catch {
    return false;
  }
}

/** @returns why the token is invalid, or does not match its record */
async function findBroken(
  bytes: Buffer,
  told: NonNullable<StampRecord['token']>,
  stamped: Buffer,
  trusted: readonly X509Certificate[] | null,
): Promise<string | null> {
  const { Untrue, checkToken, expectAuthority } = await import('./stamp-token.ts');
  try {
    const token = checkToken(bytes, createHash('sha256').update(stamped).digest());
    if (token.at.toISOString() !== told.at || token.authority !== told.authority)
      return `says ${token.at.toISOString()} and ${token.authority}, and ${STAMP} something else`;
    if (trusted) expectAuthority(token, trusted);
    return null;
  } catch (error) {
    if (!(error instanceof Untrue)) throw error;
    return `does not hold: ${sayEnglish(error.said)}`;
  }
}
