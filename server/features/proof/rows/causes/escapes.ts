import { NEVER, ofEither, ofBoth } from './detector.ts';

/** Names of U+00A0 to U+00FF, in order. */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const ENTITIES = new Map([
  ...LATIN.split(' ').map((name, at): [string, string] => [name, String.fromCharCode(0xa0 + at)]),
  ...Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", euro: '€', hellip: '…' }),
  ...Object.entries({ ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”' }),
]);
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi;
const LAST_CODE = 0x10ffff;

const withoutEntities = (text: string): string =>
  text.replaceAll(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return ENTITIES.get(name) ?? whole;
    const code = decimal === undefined ? parseInt(hex!, 16) : Number(decimal);
    return code <= LAST_CODE ? String.fromCodePoint(code) : whole;
  });

/** Characters as they are beside their entities. The parameter is the side with entities. */
export const HTML = ofEither(
  'html',
  (plain, made) => made.includes('&') && withoutEntities(made) === plain,
);

const PERCENT = /%[\da-f]{2}/i;

function withoutPercents(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Characters as they are beside `%20` and the like. The parameter is the side with these. Forms write a blank as `+`. */
export const URL_ENCODED = ofEither(
  'url_encoded',
  (plain, made) =>
    PERCENT.test(made) &&
    [made, made.replaceAll('+', ' ')].some((text) => withoutPercents(text) === plain),
);

const HEX = /^(?:0x|\\x)?((?:[\da-f]{2})+)$/i;
const BASE64 = /^([\w+/-]{2,})={0,2}$/;
const alike = (base64: string): string => base64.replaceAll('-', '+').replaceAll('_', '/');

/** How a text may stand for bytes: how many these are, and which, in hexadecimal digits; null where it cannot. */
interface Notation {
  size(text: string): number | null;
  bytes(text: string): string | null;
}
const NOTATIONS: Readonly<Record<'text' | 'hex' | 'base64', Notation>> = {
  text: {
    size: (text) => Buffer.byteLength(text),
    bytes: (text) => Buffer.from(text).toString('hex'),
  },
  hex: {
    size: (text) => (HEX.exec(text)?.[1]?.length ?? 0) / 2 || null,
    bytes: (text) => HEX.exec(text)?.[1]?.toLowerCase() ?? null,
  },
  base64: {
    size: (text) => Math.floor(((BASE64.exec(text)?.[1]?.length ?? 0) * 3) / 4) || null,
    bytes(text) {
      const bytes = Buffer.from(text, 'base64');
      // What is read back as another text is none: some of its bits were left over.
      const isWhole = bytes.toString('base64').replace(/=*$/, '') === alike(BASE64.exec(text)![1]!);
      return isWhole ? bytes.toString('hex') : null;
    },
  },
};
const WAYS = [
  ['text', 'base64'],
  ['base64', 'text'],
  ['text', 'hex'],
  ['hex', 'text'],
  ['hex', 'base64'],
  ['base64', 'hex'],
] as const;

/** Texts of which one stands for the bytes of the other, or for the same bytes. The parameter tells what each is. */
export const CODED = ofBoth('coded', (source, target) => {
  const way = WAYS.find(([from, to]) => {
    const [one, other] = [NOTATIONS[from], NOTATIONS[to]];
    const size = one.size(source);
    if (size === null || size !== other.size(target)) return false;
    const bytes = one.bytes(source);
    return bytes !== null && bytes === other.bytes(target);
  });
  return way ? [way.join(' ')] : NEVER;
});

/** Quotes that are doubled, or stand around the text, as in SQL, CSV and JSON. The parameter is the side that has more. */
export const QUOTES = ofBoth('quotes', (source, target) => {
  const [plain, made, side] =
    source.length < target.length ? [source, target, 'target'] : [target, source, 'source'];
  for (const quote of ["'", '"']) {
    if (!made.includes(quote)) continue;
    const doubled = plain.replaceAll(quote, quote + quote);
    if (doubled === made) return [side];
    if (made === quote + plain + quote || made === quote + doubled + quote)
      return [`${side} around`];
  }
  return NEVER;
});

const CONTROLS: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  0: '\0',
  Z: '\x1a',
};
const ESCAPED = /\\(?:u([\da-f]{4})|([nrtbf0Z'"\\/%_]))/g;

/** A text without its escapes, as SQL, JSON and files of COPY have them. */
const withoutEscapes = (text: string): string =>
  text.replaceAll(ESCAPED, (_whole, hex: string | undefined, letter: string) =>
    hex === undefined ? (CONTROLS[letter] ?? letter) : String.fromCharCode(parseInt(hex, 16)),
  );

/** Characters as they are beside their escapes. The parameter is the side with escapes. */
export const ESCAPES = ofEither(
  'escapes',
  (plain, made) => made.includes('\\') && withoutEscapes(made) === plain,
);

/** The parameter is the side that lacks backslashes, other than those of escapes. */
export const LOST_BACKSLASHES = ofEither(
  'lost_backslashes',
  (whole, made) =>
    whole.includes('\\') && whole.replaceAll('\\', '') === made && withoutEscapes(whole) !== made,
);
