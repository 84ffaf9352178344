import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ConnectionTarget } from '../connector.ts';
import { connectWith, failureOf, optionsOf, type Exam } from './exam.ts';

/** What is wrong with a certificate, and the message that people see. */
const FLAWS = {
  expired: 'its certificate has expired. Renew it on the server.',
  notYetValid: 'its certificate is not valid yet. Check the clocks of both machines.',
  otherHost: 'its certificate is not valid for localhost',
  selfSigned: 'its certificate is self-signed',
  unknownAuthority: 'its certificate was issued by an authority that is not known here',
} as const;

export interface TlsExam {
  exam: Pick<Exam, 'connector' | 'openSession'>;
  /** A server whose certificate is for `localhost` and signed by an authority of its own. */
  target: ConnectionTarget;
  ca: string;
  otherCa: string;
  /** A server with a certificate that differs from that one by one flaw. */
  serve(flaw: keyof typeof FLAWS): Promise<ConnectionTarget>;
  /** A server without TLS. */
  plainTarget: ConnectionTarget;
  /** Answers with the cipher in use, or with an empty text. */
  cipherStatement: string;
  tearDown(): Promise<void>;
}

/** What the TLS settings mean, at a server with a certificate that nobody knows. */
export function examineTls(name: string, prepare: () => Promise<TlsExam>): void {
  describe(`${name}: TLS`, () => {
    let exam: TlsExam;
    beforeAll(async () => {
      exam = await prepare();
    });
    afterAll(() => exam?.tearDown());

    const cipherOf = async (change: Partial<ConnectionTarget>): Promise<string> => {
      const target = { ...exam.target, host: 'localhost', ...change };
      const session = await exam.exam.openSession(target, optionsOf({}));
      const rows = (await session.query(exam.cipherStatement)) as string[][];
      await session.close();
      return rows[0]?.at(-1) ?? '';
    };
    const fail = (target: ConnectionTarget) => failureOf(connectWith(exam.exam.connector, target));

    test('off does not encrypt', async () => {
      expect(await cipherOf({ tls: 'off' })).toBe('');
    });

    test('accept-self-signed encrypts, whatever the certificate', async () => {
      expect(await cipherOf({ tls: 'accept-self-signed' })).toMatch(/^TLS_|^ECDHE/);
      expect(await cipherOf({ tls: 'accept-self-signed', host: '127.0.0.1' })).toMatch(
        /^TLS_|^ECDHE/,
      );
    });

    test('verify refuses an unknown authority, and says what to do', async () => {
      const error = await fail({ ...exam.target, host: 'localhost', tls: 'verify' });
      expect(error.code).toBe('tls');
      expect(error.message).toContain('authority that is not known here');
    });

    test.each(['verify-full', 'verify-ca'] as const)(
      '%s accepts the entered authority and no other',
      async (tls) => {
        expect(await cipherOf({ tls, tlsCa: exam.ca })).toMatch(/^TLS_|^ECDHE/);
        for (const tlsCa of [exam.otherCa, 'rubbish']) {
          const error = await fail({ ...exam.target, host: 'localhost', tls, tlsCa });
          expect(error.code).toBe('tls');
        }
      },
    );

    test('verify-full refuses a certificate for another name, with and without a host name; verify-ca takes it', async () => {
      for (const host of ['127.0.0.1', 'database.invalid']) {
        const target = { ...exam.target, host, tls: 'verify-full' as const, tlsCa: exam.ca };
        const reach = { ...optionsOf({}).reach, resolve: async () => '127.0.0.1' };
        const ofAuthority = { ...target, tls: 'verify-ca' as const };
        await (await connectWith(exam.exam.connector, ofAuthority, { reach })).close();
        const stranger = { ...ofAuthority, tlsCa: exam.otherCa };
        expect(
          await failureOf(connectWith(exam.exam.connector, stranger, { reach })),
        ).toMatchObject({
          code: 'tls',
        });
        const error = await failureOf(connectWith(exam.exam.connector, target, { reach }));
        expect(error.code).toBe('tls');
        expect(error.message).toContain(`is not valid for ${host}`);
      }
    });

    test.each(Object.entries(FLAWS) as [keyof typeof FLAWS, string][])(
      'a certificate that is %s is refused by name, and taken by accept-self-signed',
      async (flaw, sentence) => {
        const target = { ...(await exam.serve(flaw)), host: 'localhost' };
        const trusting = { ...target, tlsCa: exam.ca };
        const error = await fail({ ...trusting, tls: 'verify-full' });
        expect(error.code).toBe('tls');
        expect(error.message).toContain(`localhost:${target.port}: ${sentence}`);
        if (flaw === 'otherHost')
          expect(await cipherOf({ ...trusting, tls: 'verify-ca' })).not.toBe('');
        else expect((await fail({ ...trusting, tls: 'verify-ca' })).message).toContain(sentence);
        expect(await cipherOf({ ...target, tls: 'accept-self-signed' })).toMatch(/^TLS_|^ECDHE/);
      },
    );

    test('a server without TLS is refused by every mode but off', async () => {
      for (const tls of ['verify', 'verify-full', 'verify-ca', 'accept-self-signed'] as const) {
        const error = await fail({ ...exam.plainTarget, tls, tlsCa: exam.ca });
        expect(error.code).toBe('tls');
        expect(error.message).toContain('does not offer TLS');
      }
    });
  });
}
