import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';

/** Requests and replies in DER (RFC 3161, 2.4). */

const SHA_256 = '2.16.840.1.101.3.4.2.1';
/** States of replies with a token: granted, and granted with modifications. */
const GRANTED = [0, 1];
const FAILURES: Readonly<Record<number, string>> = {
  0: 'badAlg',
  2: 'badRequest',
  5: 'badDataFormat',
  14: 'timeNotAvailable',
  15: 'unacceptedPolicy',
  16: 'unacceptedExtension',
  17: 'addInfoNotAvailable',
  25: 'systemFailure',
};

export interface Reply {
  /** Null if the request was refused. */
  token: Uint8Array | null;
  /** The reason, in the words of the RFC. */
  reason: string;
}

/** @param imprint - SHA-256 @param nonce - a random number that the reply must repeat */
export function encodeRequest(imprint: Uint8Array, nonce: bigint): Uint8Array {
  const request = new pkijs.TimeStampReq({
    version: 1,
    messageImprint: new pkijs.MessageImprint({
      hashAlgorithm: new pkijs.AlgorithmIdentifier({
        algorithmId: SHA_256,
        algorithmParams: new asn1js.Null(),
      }),
      hashedMessage: new asn1js.OctetString({ valueHex: imprint }),
    }),
    nonce: asn1js.Integer.fromBigInt(nonce),
    certReq: true,
  });
  return new Uint8Array(request.toSchema().toBER());
}

/** @returns null if it is not a reply */
export function readReply(bytes: Uint8Array): Reply | null {
  try {
    const { result, offset } = asn1js.fromBER(bytes);
    if (offset !== bytes.byteLength) return null;
    const { status, timeStampToken } = new pkijs.TimeStampResp({ schema: result });
    const granted = GRANTED.includes(status.status);
    if (granted && !timeStampToken) return null;
    // The received bytes: encoding it again could change them.
    const [, token] = (result as asn1js.Sequence).valueBlock.value;
    return {
      token: granted ? token!.valueBeforeDecodeView : null,
      reason: status.failInfo ? reasonOf(status.failInfo) : `status ${status.status}`,
    };
  } catch {
    return null;
  }
}

function reasonOf({ valueBlock }: asn1js.BitString): string {
  const bytes = valueBlock.valueHexView;
  const set = Object.entries(FAILURES).filter(
    ([bit]) => ((bytes[Number(bit) >> 3] ?? 0) & (0x80 >> (Number(bit) & 7))) !== 0,
  );
  return set.map(([, name]) => name).join(', ') || 'unknown';
}
