import { X509Certificate } from 'node:crypto';
import * as pkijs from 'pkijs';

/** A certificate as Node checks it, with its extensions, which Node does not expose. */
export interface Certificate {
  x509: X509Certificate;
  extensions: ReadonlyMap<string, pkijs.Extension>;
  from: Date;
  until: Date;
  /** Whether the issuer's signature uses a strong hash. */
  isStrong: boolean;
}

const EXTENSIONS = {
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  policies: '2.5.29.32',
  extendedKeyUsage: '2.5.29.37',
} as const;
const UNDERSTOOD: ReadonlySet<string> = new Set(Object.values(EXTENSIONS));
export const RSA_PSS = '1.2.840.113549.1.1.10';
/** Hash algorithms by signature algorithm, for those that imply their hash. */
export const SIGNATURES: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
};
const ED25519 = '1.3.101.112';
const STRONG: ReadonlySet<string> = new Set([...Object.keys(SIGNATURES), RSA_PSS, ED25519]);
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const ANY_USAGE = '2.5.29.37.0';
/** Bits for signing in the first byte of a key usage. */
const SIGNS = 0b1100_0000;
/** Longest chain of certificates that is followed to an authority. */
const LONGEST_PATH = 8;

/** @param bytes - DER @throws if it is not a certificate */
export function readCertificate(bytes: Uint8Array): Certificate {
  const parsed = pkijs.Certificate.fromBER(bytes);
  return {
    x509: new X509Certificate(bytes),
    extensions: new Map(parsed.extensions?.map((extension) => [extension.extnID, extension])),
    from: parsed.notBefore.value,
    until: parsed.notAfter.value,
    isStrong: STRONG.has(parsed.signatureAlgorithm.algorithmId),
  };
}

export const isValidAt = ({ from, until }: Certificate, at: Date): boolean =>
  from <= at && at <= until;

/** Whether its key is for time stamps only, as RFC 3161 demands. */
export function isForTimeStamps({ extensions }: Certificate): boolean {
  const extended = extensions.get(EXTENSIONS.extendedKeyUsage);
  const usage = extensions.get(EXTENSIONS.keyUsage);
  const bits = usage && firstByte(usage);
  return (
    extended?.critical === true &&
    purposesOf(extended).join(' ') === TIME_STAMPING &&
    (bits === undefined || ((bits & SIGNS) !== 0 && (bits & ~SIGNS) === 0))
  );
}

/** A certificate's subject: its common name and organisation. */
export function nameOf({ x509 }: Certificate): string {
  const { CN, O } = x509.toLegacyObject().subject as { CN?: unknown; O?: unknown };
  const name = [CN, O].flat().filter((part) => typeof part === 'string' && part !== '');
  return [...new Set(name)].join(', ').replaceAll(/\p{C}/gu, ' ').slice(0, 200) || '?';
}

/**
 * Whether a chain of certificates leads to a trusted authority: each valid at that time, and signed by the next,
 * which must be allowed to sign it. Revocation is not checked.
 */
export function leadsTo(
  trusted: readonly Certificate[],
  certificate: Certificate,
  others: readonly Certificate[],
  at: Date,
): boolean {
  const candidates = [...trusted, ...others];
  const isTrusted = ({ x509 }: Certificate) => trusted.some((one) => one.x509.raw.equals(x509.raw));
  const isUsable = (one: Certificate) =>
    isValidAt(one, at) && isUnderstood(one) && (one.isStrong || isTrusted(one));
  // Visits each certificate once, so that a ring of certificates that signed each other ends.
  const seen = new Set([certificate]);
  let reached = [certificate].filter(isUsable);
  for (let between = 0; between < LONGEST_PATH && reached.length > 0; between += 1) {
    if (reached.some(isTrusted)) return true;
    const signed = reached;
    reached = candidates.filter(
      (next) =>
        !seen.has(next) && isUsable(next) && signed.some((one) => hasSigned(next, one, between)),
    );
    for (const one of reached) seen.add(one);
  }
  return reached.some(isTrusted);
}

/** @param between - number of authorities between this authority and the end certificate */
function hasSigned(authority: Certificate, signed: Certificate, between: number): boolean {
  const { x509, extensions } = authority;
  const extended = extensions.get(EXTENSIONS.extendedKeyUsage);
  const limit = (
    extensions.get(EXTENSIONS.basicConstraints)?.parsedValue as pkijs.BasicConstraints | undefined
  )?.pathLenConstraint;
  return (
    x509.ca &&
    !(typeof limit === 'number' && between > limit) &&
    (!extended || purposesOf(extended).some((one) => [TIME_STAMPING, ANY_USAGE].includes(one))) &&
    signed.x509.checkIssued(x509) &&
    signed.x509.verify(x509.publicKey)
  );
}

/** An unknown critical extension makes a certificate invalid. */
const isUnderstood = ({ extensions }: Certificate): boolean =>
  [...extensions.values()].every(({ critical, extnID }) => !critical || UNDERSTOOD.has(extnID));

const purposesOf = ({ parsedValue }: pkijs.Extension): string[] =>
  (parsedValue as pkijs.ExtKeyUsage).keyPurposes;

const firstByte = ({ parsedValue }: pkijs.Extension): number =>
  (parsedValue as unknown as { valueBlock: { valueHexView: Uint8Array } }).valueBlock
    .valueHexView[0] ?? 0;
