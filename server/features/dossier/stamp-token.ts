import { type X509Certificate, constants, createHash, verify } from 'node:crypto';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';
import { type Message, message } from '../../../contract/messages/message.ts';
import {
  type Certificate,
  RSA_PSS,
  SIGNATURES,
  isForTimeStamps,
  isValidAt,
  leadsTo,
  nameOf,
  readCertificate,
} from './certificate.ts';

/** The contents of a time-stamp token (RFC 3161). */
export interface Token {
  at: Date;
  /** The authority's name, from its certificate. */
  authority: string;
  /** The token's serial number, hexadecimal. */
  serial: string;
  policy: string;
  /** Repeats the request's nonce; null if it has none. */
  nonce: bigint | null;
  certificate: Certificate;
  /** Other certificates sent with the token. */
  others: Certificate[];
}

/** The reason why a token is invalid. */
export class InvalidToken extends Error {
  readonly said: Message;
  constructor(said: Message, options?: ErrorOptions) {
    super(said.code, options);
    this.said = said;
  }
}

const CONTENT = '1.2.840.113549.1.9.16.1.4';
const ATTRIBUTES = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  certificate: '1.2.840.113549.1.9.16.2.12',
  certificateV2: '1.2.840.113549.1.9.16.2.47',
} as const;

const HASHES: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};
const RSA = '1.2.840.113549.1.1.1';
/** Most certificates accepted with a token. */
const MAX_CERTIFICATES = 32;

const hash = (name: string, bytes: Uint8Array): Buffer => createHash(name).update(bytes).digest();
const same = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

/**
 * Parses a token and checks everything that needs no trusted authority: its imprint, signature and certificate.
 * @param imprint - expected SHA-256 of the stamped bytes
 * @throws InvalidToken
 */
export function checkToken(bytes: Uint8Array, imprint: Uint8Array): Token {
  try {
    return check(bytes, imprint);
  } catch (error) {
    if (error instanceof InvalidToken) throw error;
    throw new InvalidToken(message('stamp.unreadable'), { cause: error });
  }
}

/** @throws InvalidToken if no chain leads from the token to one of them */
export function expectAuthority(token: Token, trusted: readonly X509Certificate[]): void {
  const authorities = trusted.flatMap(({ raw }) => readOrPass(raw));
  if (!leadsTo(authorities, token.certificate, token.others, token.at))
    throw new InvalidToken(message('stamp.otherAuthority', { authority: token.authority }));
}

/** Skips certificates that cannot be read, such as old ones in bundles: nothing leads to them. */
function readOrPass(bytes: Uint8Array): Certificate[] {
  try {
    return [readCertificate(bytes)];
  } catch {
    return [];
  }
}

function check(bytes: Uint8Array, imprint: Uint8Array): Token {
  const { signed, certificates } = readSigned(bytes);
  const [signer, ...more] = signed.signerInfos;
  const content = signed.encapContentInfo.eContent?.getValue();
  if (!signer || more.length > 0 || !content || signed.encapContentInfo.eContentType !== CONTENT)
    throw new InvalidToken(message('stamp.unreadable'));
  const stamped = new Uint8Array(content);
  const info = pkijs.TSTInfo.fromBER(stamped);
  const certificate = checkSignature(signer, stamped, certificates);
  const authority = nameOf(certificate);
  if (!isForTimeStamps(certificate))
    throw new InvalidToken(message('stamp.otherUse', { authority }));
  if (!isValidAt(certificate, info.genTime))
    throw new InvalidToken(message('stamp.notValidThen', { authority }));
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  if (
    HASHES[hashAlgorithm.algorithmId] !== 'sha256' ||
    !same(hashedMessage.valueBlock.valueHexView, imprint)
  )
    throw new InvalidToken(message('stamp.otherBytes'));
  return {
    at: info.genTime,
    authority,
    serial: info.serialNumber.toBigInt().toString(16),
    policy: info.policy,
    nonce: info.nonce?.toBigInt() ?? null,
    certificate,
    others: certificates.filter((one) => one !== certificate),
  };
}

function readSigned(bytes: Uint8Array) {
  const { result, offset } = asn1js.fromBER(bytes);
  // Nothing may follow the token.
  if (offset !== bytes.byteLength) throw new InvalidToken(message('stamp.unreadable'));
  const info = new pkijs.ContentInfo({ schema: result });
  if (info.contentType !== pkijs.ContentInfo.SIGNED_DATA)
    throw new InvalidToken(message('stamp.unreadable'));
  const content = info.content as asn1js.Sequence;
  // Certificates as sent: they are identified by the hash of their bytes.
  const listed = content.valueBlock.value.find(
    ({ idBlock }) => idBlock.tagClass === 3 && idBlock.tagNumber === 0,
  ) as asn1js.Constructed | undefined;
  const certificates = listed?.valueBlock.value ?? [];
  if (certificates.length > MAX_CERTIFICATES) throw new InvalidToken(message('stamp.unreadable'));
  return {
    signed: new pkijs.SignedData({ schema: content }),
    certificates: certificates.map((one) => readCertificate(one.valueBeforeDecodeView)),
  };
}

/** @returns the certificate whose key made the signature */
function checkSignature(
  signer: pkijs.SignerInfo,
  content: Uint8Array,
  certificates: readonly Certificate[],
): Certificate {
  const digest = HASHES[signer.digestAlgorithm.algorithmId];
  const attributes = signer.signedAttrs;
  if (!attributes) throw new InvalidToken(message('stamp.unreadable'));
  const valueOf = (type: string): asn1js.BaseBlock | undefined => {
    const [found, again] = attributes.attributes.filter((attribute) => attribute.type === type);
    if (again || (found && found.values.length !== 1))
      throw new InvalidToken(message('stamp.unreadable'));
    return found?.values[0] as asn1js.BaseBlock | undefined;
  };
  const type = valueOf(ATTRIBUTES.contentType) as asn1js.ObjectIdentifier;
  if (type.getValue() !== CONTENT) throw new InvalidToken(message('stamp.unreadable'));
  const { hashName, options } = signatureOf(signer, digest);
  const stated = valueOf(ATTRIBUTES.messageDigest) as asn1js.OctetString;
  if (!same(stated.valueBlock.valueHexView, hash(digest!, content)))
    throw new InvalidToken(message('stamp.contentChanged'));
  const certificate = findCertificate(
    valueOf(ATTRIBUTES.certificateV2) ?? valueOf(ATTRIBUTES.certificate),
    valueOf(ATTRIBUTES.certificateV2) ? 'sha256' : 'sha1',
    certificates,
  );
  const isTrue = verify(
    hashName,
    new Uint8Array(attributes.encodedValue),
    { key: certificate.x509.publicKey, ...options },
    signer.signature.valueBlock.valueHexView,
  );
  if (!isTrue)
    throw new InvalidToken(message('stamp.notSigned', { authority: nameOf(certificate) }));
  return certificate;
}

/** @throws InvalidToken for weak or unknown algorithms */
function signatureOf({ signatureAlgorithm }: pkijs.SignerInfo, digest: string | undefined) {
  const { algorithmId } = signatureAlgorithm;
  const refused = (algorithm: string) =>
    new InvalidToken(message('stamp.otherAlgorithm', { algorithm }));
  if (!digest) throw refused(algorithmId);
  if (algorithmId !== RSA_PSS) {
    const hashName = algorithmId === RSA ? digest : SIGNATURES[algorithmId];
    if (!hashName) throw refused(algorithmId);
    return { hashName, options: {} };
  }
  const pss = new pkijs.RSASSAPSSParams({
    schema: signatureAlgorithm.algorithmParams as asn1js.Sequence,
  });
  const hashName = HASHES[pss.hashAlgorithm.algorithmId];
  if (!hashName) throw refused(algorithmId);
  const options = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: pss.saltLength };
  return { hashName, options };
}

/**
 * The certificate that the signature identifies by its hash (RFC 5035).
 * @param named - SigningCertificate or SigningCertificateV2
 * @param usual - the default hash algorithm
 */
function findCertificate(
  named: asn1js.BaseBlock | undefined,
  usual: string,
  certificates: readonly Certificate[],
): Certificate {
  const [first] = partsOf(partsOf(named)[0]);
  const [one, other] = partsOf(first);
  const algorithm = one instanceof asn1js.Sequence ? partsOf(one)[0] : null;
  const name = algorithm ? HASHES[(algorithm as asn1js.ObjectIdentifier).getValue()] : usual;
  const expected = (algorithm ? other : one) as asn1js.OctetString;
  const found = certificates.find(
    ({ x509 }) => name && same(hash(name, x509.raw), expected.valueBlock.valueHexView),
  );
  if (!found) throw new InvalidToken(message('stamp.noCertificate'));
  return found;
}

const partsOf = (block: unknown): asn1js.BaseBlock[] =>
  block instanceof asn1js.Sequence ? (block.valueBlock.value as asn1js.BaseBlock[]) : [];
