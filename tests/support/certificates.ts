import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerTls } from './postgres-server.ts';

export interface TestCertificates {
  /** Of the authority, PEM. */
  ca: string;
  /** Of another authority, PEM. */
  otherCa: string;
  /** Signed by the authority, for `localhost` only. */
  server: ServerTls;
  remove(): void;
}

/** An authority, a server certificate for `localhost` that it signed, and an authority that did not. */
export function makeCertificates(): TestCertificates {
  const folder = mkdtempSync(join(tmpdir(), 'test-certificates-'));
  const file = (name: string) => join(folder, name);
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  for (const name of ['ca', 'other']) {
    openssl(
      'req',
      '-x509',
      ...key,
      '-days',
      '2',
      '-subj',
      `/CN=Test ${name}`,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.crt`,
    );
  }
  writeFileSync(file('names.txt'), 'subjectAltName=DNS:localhost\n');
  openssl('req', ...key, '-subj', '/CN=localhost', '-keyout', 'server.key', '-out', 'server.csr');
  openssl(
    'x509',
    '-req',
    '-days',
    '2',
    '-in',
    'server.csr',
    '-CA',
    'ca.crt',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-extfile',
    'names.txt',
    '-out',
    'server.crt',
  );
  return {
    ca: readFileSync(file('ca.crt'), 'utf8'),
    otherCa: readFileSync(file('other.crt'), 'utf8'),
    server: { cert: file('server.crt'), key: file('server.key') },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
