import { X509Certificate } from 'node:crypto';

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Reads a PEM file of certificates of authorities. @throws if there is none, or one cannot be read */
export function readAuthorities(text: string): X509Certificate[] {
  const found = text.match(PEM) ?? [];
  if (found.length === 0) throw new Error('It contains no certificate (PEM).');
  return found.map((one) => new X509Certificate(one));
}
