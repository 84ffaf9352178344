import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Where databases usually are: private networks and this machine. */
export const PRIVATE_NETWORKS = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '::1/128',
  'fc00::/7',
];

/** Link-local and cloud metadata addresses, which may give out the keys of a cloud account: refused whatever an operator allows. */
const FORBIDDEN = [
  '0.0.0.0/8',
  '169.254.0.0/16',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/128',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
  'fd00:ec2::/32',
  'fd20:ce::254/128',
  'fd00:c1::a9fe:a9fe/128',
];

const LOOPBACK = ['127.0.0.0/8', '::1/128'];

/** A set of networks. @throws Error with a sentence when an entry is neither an address nor a CIDR network. */
export function parseNetworks(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.trim().split('/');
    const version = isIP(address);
    const widest = version === 4 ? 32 : 128;
    const bits = prefix === undefined ? widest : Number(prefix);
    if (!version || prefix === '' || !Number.isInteger(bits) || bits < 0 || bits > widest) {
      throw new Error(`"${network}" is not a network such as 10.0.0.0/8 or fd00::/8.`);
    }
    list.addSubnet(address, bits, version === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}

const privateNetworks = parseNetworks(PRIVATE_NETWORKS);
const forbiddenNetworks = parseNetworks(FORBIDDEN);
const loopback = parseNetworks(LOOPBACK);

/** Whether a connection to an address is allowed; an empty `allow` means the private networks. */
export function isAllowed(
  address: string,
  allow: BlockList | null,
  deny: BlockList | null,
): boolean {
  const forms = formsOf(address);
  if (forms.length === 0 || forms.some((form) => contains(forbiddenNetworks, form))) return false;
  if (deny && forms.some((form) => contains(deny, form))) return false;
  return forms.every((form) => contains(allow ?? privateNetworks, form));
}

/** Addresses that reach this very machine compare as equal. */
export function canonicalAddress(address: string): string {
  const form = formsOf(address)[0] ?? address;
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  return contains(loopback, form) || own.some((entry) => expand(entry.address) === expand(form))
    ? 'this machine'
    : expand(form);
}

function contains(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

/** An address, or the IPv4 address that its IPv6 form would be translated to; empty when it is none. */
function formsOf(address: string): string[] {
  const bare = address.replace(/%.*$/, '');
  if (isIP(bare) === 4) return [bare];
  if (isIP(bare) !== 6) return [];
  const words = wordsOf(bare);
  const startsWith = (...start: number[]) => start.every((word, index) => words[index] === word);
  const ipv4At = (index: number) => {
    const high = words[index] ?? 0;
    const low = words[index + 1] ?? 0;
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  };
  if (startsWith(0, 0, 0, 0, 0, 0xffff)) return [ipv4At(6)];
  if (startsWith(0, 0, 0, 0, 0xffff, 0)) return [ipv4At(6)];
  // Compatible, NAT64 (well known and local) and 6to4 addresses must be allowed in both their forms.
  if (startsWith(0, 0, 0, 0, 0, 0) && (words[6] ?? 0) > 0) return [bare, ipv4At(6)];
  if (startsWith(0x64, 0xff9b)) return [ipv4At(6)];
  if (startsWith(0x2002)) return [bare, ipv4At(1)];
  return [bare];
}

/** The eight 16-bit words of a valid IPv6 address. `ipaddr.js` would read `::10.1.2.3` as `::ffff:10.1.2.3`, which is another. */
function wordsOf(address: string): number[] {
  const hex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [head = '', tail] = hex.split('::');
  const parse = (part: string) =>
    part
      .split(':')
      .filter(Boolean)
      .map((word) => Number.parseInt(word, 16));
  const start = parse(head);
  const end = tail === undefined ? [] : parse(tail);
  return [...start, ...Array<number>(Math.max(0, 8 - start.length - end.length)).fill(0), ...end];
}

function expand(address: string): string {
  return isIP(address) === 6 ? wordsOf(address).join(':') : address;
}
