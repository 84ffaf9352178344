import type { X509Certificate } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { writeDossier } from '../../../contract/dossier.ts';
import { fingerprintOf } from '../../features/dossier/manifest.ts';
import { readAuthorities } from '../../features/dossier/stamp-server.ts';
import { type Fault, verifyFile } from '../../features/dossier/verify-file.ts';
import type { StampFound } from '../../features/dossier/verify-stamp.ts';
import { CannotVerify, type FileClient, type Login, signIn } from './server-client.ts';

interface WriteOptions {
  projectId: number;
  out: string;
  signal: AbortSignal;
  /** Prints a line of progress. */
  printProgress: (line: string) => void;
}

interface VerifyOptions {
  file: string;
  /** Fingerprint of the key that must have sealed the dossier, or a file with that key; null: any key. */
  key: string | null;
  /** PEM file of authorities, one of which must have time-stamped the dossier; null: no time stamp is required. */
  ca: string | null;
  json: boolean;
  print: (line: string) => void;
}

/** Signs in to a running server and downloads a project's dossier. @throws CannotVerify */
export const writeDossierFile = async (options: WriteOptions & Login): Promise<void> =>
  downloadDossier(await signIn(options, options.printProgress), options);

const PRINT_EVERY = 10_000_000;

/**
 * Downloads into a temporary file, which is renamed once it is complete.
 * @throws CannotVerify if the download breaks off, or the file cannot be written
 */
export async function downloadDossier(
  client: Pick<FileClient, 'download'>,
  { projectId, out, signal, printProgress }: WriteOptions,
): Promise<void> {
  const bytes = await client.download(writeDossier, { params: { id: projectId } });
  const part = `${out}.part`;
  let size = 0;
  const count = async function* () {
    let told = 0;
    for await (const chunk of bytes) {
      size += chunk.byteLength;
      if (size - told >= PRINT_EVERY) {
        told = size;
        printProgress(`${Math.floor(size / 1_000_000)} MB`);
      }
      yield chunk;
    }
  };
  try {
    await pipeline(count, createWriteStream(part), { signal });
    await rename(part, out);
  } catch (error) {
    await rm(part, { force: true });
    throw new CannotVerify(`The dossier was not written: ${(error as Error).message}`, {
      cause: error,
    });
  }
  printProgress(`${out}: ${size} bytes`);
}

/**
 * Checks whether a dossier is unchanged since it was sealed, and prints the key.
 * @returns 0 if it is, 1 if not
 * @throws CannotVerify if the file, the key or the authorities cannot be read
 */
export async function verifyDossierFile(options: VerifyOptions): Promise<0 | 1> {
  const { file, json, print } = options;
  const key = options.key === null ? null : await readFingerprint(options.key);
  const trusted = options.ca === null ? null : await readTrusted(options.ca);
  const found = await verifyFile(file, { key, trusted }).catch((error: Error) => {
    throw new CannotVerify(`${file} cannot be read: ${error.message}`, { cause: error });
  });
  const { faults, manifest, stamp } = found;
  const intact = faults.length === 0;
  if (json) print(JSON.stringify({ intact, key: found.key, time_stamp: stamp, faults }));
  else {
    for (const fault of faults) print(describe(fault));
    if (found.key !== null) print(`Key: ${found.key}`);
    if (intact && manifest !== null) {
      print(
        `Unchanged since it was sealed: ${manifest.entries.length} files of project ${manifest.project.id} (${manifest.project.name}), written ${manifest.ended_at} by ${manifest.written_by}.`,
      );
      if (manifest.changed_meanwhile)
        print(
          'The project changed while the dossier was written, so its parts show different points in time.',
        );
      if (stamp) for (const line of describeStamp(stamp)) print(line);
      if (key === null) print('Compare the key with the one shown by the installation.');
    }
  }
  return intact ? 0 : 1;
}

/** Well-kept clocks differ by less than this many minutes. */
const MINUTES_APART = 5;

function describeStamp({ token, why, trusted, minutes_apart: apart }: StampFound): string[] {
  if (!token) return [`No time stamp: ${why}`];
  const held = trusted
    ? 'its certificate leads to an authority given by --ca'
    : 'not checked against a trusted authority, because none was given (--ca)';
  const said = `Time stamp: ${token.at}, signed by ${token.authority}; ${held}.`;
  if (apart === null || Math.abs(apart) < MINUTES_APART) return [said];
  const order = apart > 0 ? 'after' : 'before';
  return [
    said,
    `It was stamped ${Math.abs(apart)} minutes ${order} the time at which it claims to have been written: do not trust its own times.`,
  ];
}

const describe = ({ entry, record, what }: Fault): string =>
  entry === null ? what : `${entry}${record === null ? '' : `, record ${record}`}: ${what}`;

async function readFingerprint(key: string): Promise<string> {
  const plain = key.replaceAll(':', '').toLowerCase();
  if (/^[0-9a-f]{64}$/.test(plain)) return plain;
  try {
    return fingerprintOf(await readFile(key, 'utf8'));
  } catch (error) {
    throw new CannotVerify(
      `--key must be a fingerprint of 64 hexadecimal digits, or a file with a public key (PEM): ${key}`,
      { cause: error },
    );
  }
}

async function readTrusted(file: string): Promise<X509Certificate[]> {
  try {
    return readAuthorities(await readFile(file, 'utf8'));
  } catch (error) {
    throw new CannotVerify(`--ca must be a file with certificates (PEM): ${file}`, {
      cause: error,
    });
  }
}
