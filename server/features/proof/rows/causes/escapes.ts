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
