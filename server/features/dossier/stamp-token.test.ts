import { type X509Certificate, createHash } from 'node:crypto';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toEnglish } from '../../../contract/messages/english.ts';
import { type StampAuthority, makeStampAuthority } from '../../../tests/support/stamp-authority.ts';
import { readAuthorities } from './stamp-server.ts';
import { encodeRequest, readReply } from './stamp-protocol.ts';
import { InvalidToken, checkToken, expectAuthority } from './stamp-token.ts';

let authority: StampAuthority;
beforeAll(() => {
  authority = makeStampAuthority();
});
afterAll(() => authority.remove());

const imprintOf = (text: string) => createHash('sha256').update(text).digest();
const IMPRINT = imprintOf('what was sealed');
const NONCE = 0xfedc_ba98_7654_3210n;
const tokenOf = (
  ...how: [
    signer?: Parameters<StampAuthority['reply']>[1],
    digest?: Parameters<StampAuthority['reply']>[2],
  ]
) => readReply(authority.reply(encodeRequest(IMPRINT, NONCE), ...how))!.token!;
const whyNot = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof InvalidToken) return toEnglish(error.said);
    throw error;
  }
  return 'it holds';
};
const trusted = (path: string): X509Certificate[] => readAuthorities(authority.pem(path));

/** What the authority signed in a token, changed. */
function contentOf(token: Uint8Array, change: (info: pkijs.TSTInfo) => void): Uint8Array {
  const signed = new pkijs.SignedData({ schema: pkijs.ContentInfo.fromBER(token).content });
  const info = pkijs.TSTInfo.fromBER(signed.encapContentInfo.eContent!.getValue());
  change(info);
  return new Uint8Array(info.toSchema().toBER());
}
const asItIs = () => {};

describe('a token', () => {
  it.each([
    ['rsa', 'sha256'],
    ['rsa', 'sha512'],
    ['ec', 'sha256'],
    ['ec', 'sha384'],
    ['ec', 'sha512'],
  ] as const)('of openssl holds: %s, %s', (signer, digest) => {
    const token = checkToken(tokenOf(signer, digest), IMPRINT);
    expect(token).toMatchObject({
      authority: `Test ${signer}, Test house`,
      policy: '1.2.3.4.1',
      nonce: NONCE,
    });
    expect(Math.abs(token.at.getTime() - Date.now())).toBeLessThan(60_000);
  });

  it('signed by RSA-PSS holds', () => {
    const content = contentOf(tokenOf(), asItIs);
    const pss = ['-keyopt', 'rsa_padding_mode:pss'];
    const signed = authority.sign(content, 'rsa', ...pss);
    expect(checkToken(signed, IMPRINT).authority).toBe('Test rsa, Test house');
  });

  it('does not hold for other bytes', () => {
    expect(whyNot(() => checkToken(tokenOf(), imprintOf('something else')))).toBe(
      'The time stamp token is of other bytes than these.',
    );
  });

  it.each(['noUsage', 'notCritical', 'manyUses'] as const)(
    'does not hold by a certificate that is not for time stamps alone: %s',
    (signer) => {
      const token = authority.sign(contentOf(tokenOf(), asItIs), signer);
      expect(whyNot(() => checkToken(token, IMPRINT))).toBe(
        `The certificate of Test ${signer}, Test house is not one for time stamps and nothing else.`,
      );
    },
  );

  it('does not hold where the certificate was not valid at its time, whatever the time is now', () => {
    const at = (time: string) =>
      authority.sign(
        contentOf(tokenOf(), (info) => void (info.genTime = new Date(time))),
        'expired',
      );
    expect(whyNot(() => checkToken(at('2020-02-02T00:00:00Z'), IMPRINT))).toBe(
      'The certificate of Test expired, Test house was not valid at the time that the token states.',
    );
    expect(whyNot(() => checkToken(at('2019-12-31T00:00:00Z'), IMPRINT))).toContain(
      'was not valid',
    );
    expect(checkToken(at('2020-01-15T00:00:00Z'), IMPRINT).at.toISOString()).toBe(
      '2020-01-15T00:00:00.000Z',
    );
  });

  it('does not hold by a weak digest', () => {
    expect(whyNot(() => checkToken(tokenOf('rsa', 'sha1'), IMPRINT))).toContain(
      'signed with an algorithm that is weak or unknown',
    );
  });

  it('does not hold without its certificate, or behind other bytes', () => {
    const bare = authority.sign(contentOf(tokenOf(), asItIs), 'rsa', '-nocerts');
    expect(whyNot(() => checkToken(bare, IMPRINT))).toContain('lacks the certificate');
    const more = Buffer.concat([tokenOf(), Buffer.of(0)]);
    expect(whyNot(() => checkToken(more, IMPRINT))).toBe('The time stamp token cannot be read.');
  });

  it('that is no token cannot be read, and throws nothing else', () => {
    const data = authority.sign(Buffer.from('not what a token holds'));
    for (const bytes of [Buffer.alloc(0), Buffer.from('{}'), Buffer.alloc(5_000, 0x30), data])
      expect(whyNot(() => checkToken(bytes, IMPRINT))).toBe('The time stamp token cannot be read.');
  });

  it('with a byte changed says nothing else than before, or does not hold', () => {
    const token = Buffer.from(tokenOf());
    const { at, authority: name, serial } = checkToken(token, IMPRINT);
    let held = 0;
    for (let place = 0; place < token.byteLength; place += 11) {
      const changed = Buffer.from(token);
      changed[place]! ^= 1 << (place % 8);
      try {
        expect(checkToken(changed, IMPRINT)).toMatchObject({ at, authority: name, serial });
        held += 1;
      } catch (error) {
        if (!(error instanceof InvalidToken)) throw error;
      }
    }
    // What no signature covers, such as the certificates that came along.
    expect(held).toBeLessThan(token.byteLength / 22);
  });
});

describe('the authority of a token', () => {
  it.each(['root', 'house'] as const)('is found by what came along: %s', (name) => {
    for (const signer of ['rsa', 'ec'] as const)
      expect(
        whyNot(() =>
          expectAuthority(checkToken(tokenOf(signer), IMPRINT), trusted(authority[name])),
        ),
      ).toBe('it holds');
  });

  it('is another one where it does not lead there', () => {
    const token = checkToken(tokenOf(), IMPRINT);
    expect(whyNot(() => expectAuthority(token, trusted(authority.other)))).toBe(
      'The certificate of Test rsa, Test house leads to none of the trusted authorities.',
    );
    // The authority between them is missing.
    expect(
      whyNot(() => expectAuthority({ ...token, others: [] }, trusted(authority.root))),
    ).toContain('leads to none');
  });

  it('was valid at that time, as everything that leads there was', () => {
    const token = checkToken(tokenOf(), IMPRINT);
    const early = { ...token, at: new Date('2019-06-01T00:00:00Z') };
    expect(whyNot(() => expectAuthority(early, trusted(authority.root)))).toContain(
      'leads to none',
    );
  });

  it.each([
    ['weak', 'whose signature on the certificate can be forged'],
    ['odd', 'with a critical extension that is not known here'],
    ['deep', 'that may let no other authority sign'],
  ] as const)('is none %s: %s', (signer, _) => {
    const token = checkToken(authority.sign(contentOf(tokenOf(), asItIs), signer), IMPRINT);
    expect(whyNot(() => expectAuthority(token, trusted(authority.root)))).toContain(
      'leads to none',
    );
    // What is trusted by itself needs no path.
    if (signer !== 'odd')
      expect(whyNot(() => expectAuthority(token, [token.certificate.x509]))).toBe('it holds');
  });

  it('is not somebody whose certificate may sign none', () => {
    // A signer of time stamps that signs a certificate of its own.
    const token = checkToken(tokenOf('ec'), IMPRINT);
    const signer = checkToken(tokenOf('rsa'), IMPRINT).certificate.x509;
    expect(whyNot(() => expectAuthority(token, [signer]))).toContain('leads to none');
  });
});

describe('a request', () => {
  it('is one that openssl reads, with a nonce and the wish for certificates', () => {
    const reply = authority.reply(encodeRequest(IMPRINT, NONCE));
    expect(readReply(reply)?.token).not.toBeNull();
    expect(asn1js.fromBER(reply).offset).toBe(reply.byteLength);
  });

  it('that is refused says why', () => {
    const sha1 = new pkijs.TimeStampReq({
      version: 1,
      messageImprint: new pkijs.MessageImprint({
        hashAlgorithm: new pkijs.AlgorithmIdentifier({ algorithmId: '1.3.14.3.2.26' }),
        hashedMessage: new asn1js.OctetString({ valueHex: new Uint8Array(20) }),
      }),
    });
    const refused = authority.reply(new Uint8Array(sha1.toSchema().toBER()));
    expect(readReply(refused)).toEqual({ token: null, reason: 'badAlg' });
  });
});
