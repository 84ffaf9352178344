import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CA_SETTINGS } from './certificates.ts';

interface Made {
  /** As `openssl req -newkey` takes it. */
  key: readonly string[];
  /** Extended key usage; null: none. */
  usage: string | null;
  until?: string;
  /** With which hash its certificate was signed. */
  hash?: string;
  /** Further extensions. */
  more?: readonly string[];
  by?: string;
}

/** Who signs time stamps, and what is wrong with its certificate. */
const SIGNERS = {
  rsa: { key: ['rsa:2048'], usage: 'critical,timeStamping' },
  ec: { key: ['ec', '-pkeyopt', 'ec_paramgen_curve:secp384r1'], usage: 'critical,timeStamping' },
  /** Issued with a hash that can be forged. */
  weak: { key: ['rsa:2048'], usage: 'critical,timeStamping', hash: 'sha1' },
  /** Has an extension that nobody knows, and everybody must. */
  odd: { key: ['rsa:2048'], usage: 'critical,timeStamping', more: ['1.2.3.4=critical,ASN1:NULL'] },
  noUsage: { key: ['rsa:2048'], usage: null },
  notCritical: { key: ['rsa:2048'], usage: 'timeStamping' },
  manyUses: { key: ['rsa:2048'], usage: 'critical,timeStamping,codeSigning' },
  expired: { key: ['rsa:2048'], usage: 'critical,timeStamping', until: '20200201000000Z' },
  /** Of an authority that the one above it may not let sign others. */
  deep: { key: ['rsa:2048'], usage: 'critical,timeStamping', by: 'lower' },
} as const satisfies Record<string, Made>;
export type Signer = keyof typeof SIGNERS;
export type StampDigest = 'sha256' | 'sha384' | 'sha512' | 'sha1';

const SETTINGS = (digest: string) => `${CA_SETTINGS}organizationName = optional
[tsa]
default_tsa = stamps
[stamps]
serial = serial.txt
default_policy = 1.2.3.4.1
digests = sha256
signer_digest = ${digest}
ess_cert_id_chain = no
ess_cert_id_alg = sha256
`;

/**
 * A time stamp authority as `openssl ts` has it: a root, an authority below it, and signers below that.
 * @throws where openssl is not there
 */
export function makeStampAuthority() {
  const folder = mkdtempSync(join(tmpdir(), 'test-stamps-'));
  const file = (name: string) => join(folder, name);
  const openssl = (...args: string[]): Buffer => {
    try {
      return execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      throw new Error('The tests of time stamps need openssl on the PATH.', { cause: error });
    }
  };
  const makeRoot = (name: string): void => {
    const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', `${name}.key`, '-out', `${name}.crt`];
    openssl('req', '-x509', ...key, '-days', '9', '-subj', `/CN=Test ${name}`);
  };
  const issue = (
    name: string,
    by: string,
    {
      key,
      extensions,
      until = '20990101000000Z',
      hash = 'sha256',
    }: Pick<Made, 'key' | 'until' | 'hash'> & { extensions: readonly string[] },
  ): void => {
    const out = ['-keyout', `${name}.key`, '-out', `${name}.csr`];
    openssl('req', '-newkey', ...key, '-nodes', '-subj', `/O=Test house/CN=Test ${name}`, ...out);
    writeFileSync(file('extensions.txt'), `${extensions.join('\n')}\n`);
    const period = ['-startdate', '20200101000000Z', '-enddate', until];
    const authority = ['-config', 'sha256.cnf', '-cert', `${by}.crt`, '-keyfile', `${by}.key`];
    const request = ['-in', `${name}.csr`, '-extfile', 'extensions.txt', '-out', `${name}.crt`];
    openssl('ca', '-batch', '-notext', '-md', hash, ...authority, ...period, ...request);
  };
  for (const digest of ['sha256', 'sha384', 'sha512', 'sha1'])
    writeFileSync(file(`${digest}.cnf`), SETTINGS(digest));
  writeFileSync(file('issued.txt'), '');
  writeFileSync(file('serial.txt'), '01');
  makeRoot('root');
  makeRoot('other');
  // Valid from before: the signers are, too.
  issue('house', 'root', {
    key: ['rsa:2048'],
    extensions: ['basicConstraints=critical,CA:true,pathlen:0', 'keyUsage=critical,keyCertSign'],
  });
  issue('lower', 'house', {
    key: ['rsa:2048'],
    extensions: ['basicConstraints=critical,CA:true', 'keyUsage=critical,keyCertSign'],
  });
  writeFileSync(
    file('chain.crt'),
    ['house.crt', 'lower.crt'].map((one) => readFileSync(file(one), 'utf8')).join(''),
  );
  const signers = new Set<string>();
  const signerOf = (name: Signer): string[] => {
    if (!signers.has(name)) {
      const { usage, more = [], by = 'house', ...how }: Made = SIGNERS[name];
      const extensions = [
        'basicConstraints=CA:false',
        'keyUsage=critical,digitalSignature',
        ...(usage ? [`extendedKeyUsage=${usage}`] : []),
        ...more,
      ];
      issue(name, by, { ...how, extensions });
      signers.add(name);
    }
    return ['-signer', `${name}.crt`, '-inkey', `${name}.key`];
  };

  return {
    /** PEM files of the root, of a root of somebody else, and of the authority between. */
    root: file('root.crt'),
    other: file('other.crt'),
    house: file('house.crt'),
    pem: (path: string) => readFileSync(path, 'utf8'),
    openssl,
    /** What a server answers to a query, in DER. */
    reply(query: Uint8Array, signer: Signer = 'rsa', digest: StampDigest = 'sha256'): Buffer {
      writeFileSync(file('query.tsq'), query);
      const how = ['-config', `${digest}.cnf`, '-queryfile', 'query.tsq', '-chain', 'house.crt'];
      openssl('ts', '-reply', ...how, ...signerOf(signer), '-out', 'reply.tsr');
      return readFileSync(file('reply.tsr'));
    },
    /** A token of any content, signed by whomever: what no decent authority makes. */
    sign(content: Uint8Array, signer: Signer = 'rsa', ...more: string[]): Buffer {
      writeFileSync(file('content.der'), content);
      const type = [
        '-econtent_type',
        '1.2.840.113549.1.9.16.1.4',
        '-cades',
        '-binary',
        '-nodetach',
      ];
      const how = ['-in', 'content.der', '-certfile', 'chain.crt', '-md', 'sha256'];
      openssl(
        'cms',
        '-sign',
        ...type,
        ...how,
        ...signerOf(signer),
        ...more,
        '-outform',
        'DER',
        '-out',
        'token.der',
      );
      return readFileSync(file('token.der'));
    },
    /** What openssl says of a token over these bytes. */
    verify(token: Uint8Array, stamped: Uint8Array): string {
      writeFileSync(file('token.tst'), token);
      writeFileSync(file('stamped.bin'), stamped);
      const how = ['-in', 'token.tst', '-token_in', '-data', 'stamped.bin'];
      return String(
        openssl('ts', '-verify', ...how, '-CAfile', 'root.crt', '-untrusted', 'house.crt'),
      );
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
export type StampAuthority = ReturnType<typeof makeStampAuthority>;

/** An HTTP server that answers as set at the moment. */
export async function startStampServer(first: RequestListener) {
  let answer = first;
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/stamp`,
    host: `127.0.0.1:${port}`,
    answers(next: RequestListener): void {
      answer = next;
    },
    close(): Promise<void> {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
