import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerTls } from './throwaway-server.ts';

/** What is wrong with a certificate. */
type Flaw = 'expired' | 'notYetValid' | 'otherHost' | 'selfSigned' | 'unknownAuthority';

export interface TestCertificates {
  /** Of the authority, PEM. */
  ca: string;
  /** Of another authority, PEM. */
  otherCa: string;
  /** Signed by the authority, for `localhost` only. */
  server: ServerTls;
  /** Like the server's, but for one thing. */
  flawed(flaw: Flaw): ServerTls;
  remove(): void;
}

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
/** Only `openssl ca` takes the days of the beginning and the end. What a subject may say besides is added at the end. */
export const CA_SETTINGS = `[ca]
default_ca = ca
[ca]
database = issued.txt
new_certs_dir = .
default_md = sha256
unique_subject = no
rand_serial = yes
policy = names
[names]
commonName = supplied
`;

/** An authority, a server certificate for `localhost` that it signed, and an authority that did not. */
export function makeCertificates(): TestCertificates {
  const folder = mkdtempSync(join(tmpdir(), 'test-certificates-'));
  const file = (name: string) => join(folder, name);
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const makeOwn = (name: string, subject: string, ...more: string[]) => {
    const out = ['-keyout', `${name}.key`, '-out', `${name}.crt`];
    openssl('req', '-x509', ...KEY, '-days', '2', '-subj', subject, ...more, ...out);
    return { cert: file(`${name}.crt`), key: file(`${name}.key`) };
  };
  const sign = (
    name: string,
    change: { host?: string; by?: string; days?: [string, string] } = {},
  ) => {
    const { host = 'localhost', by = 'ca', days = ['', dayAfter(2)] } = change;
    writeFileSync(file('names.txt'), `subjectAltName=DNS:${host}\n`);
    const out = ['-keyout', `${name}.key`, '-out', `${name}.csr`];
    openssl('req', ...KEY, '-subj', `/CN=${host}`, ...out);
    const authority = ['-config', 'ca.txt', '-cert', `${by}.crt`, '-keyfile', `${by}.key`];
    const [from, to] = days;
    const period = [...(from ? ['-startdate', from] : []), '-enddate', to];
    const request = ['-in', `${name}.csr`, '-extfile', 'names.txt', '-out', `${name}.crt`];
    openssl('ca', '-batch', '-notext', ...authority, ...period, ...request);
    return { cert: file(`${name}.crt`), key: file(`${name}.key`) };
  };
  writeFileSync(file('ca.txt'), CA_SETTINGS);
  writeFileSync(file('issued.txt'), '');
  for (const name of ['ca', 'other']) makeOwn(name, `/CN=Test ${name}`);
  const flawed: Record<Flaw, () => ServerTls> = {
    expired: () => sign('expired', { days: ['20200101000000Z', '20200201000000Z'] }),
    notYetValid: () => sign('future', { days: [dayAfter(10), dayAfter(20)] }),
    otherHost: () => sign('elsewhere', { host: 'elsewhere.example' }),
    selfSigned: () => makeOwn('own', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'),
    unknownAuthority: () => sign('stranger', { by: 'other' }),
  };
  return {
    ca: readFileSync(file('ca.crt'), 'utf8'),
    otherCa: readFileSync(file('other.crt'), 'utf8'),
    server: sign('server'),
    flawed: (flaw) => flawed[flaw](),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** In the form of certificates, such as `20260101000000Z`. */
const dayAfter = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().replace(/[-:T]|\.\d+/g, '');
