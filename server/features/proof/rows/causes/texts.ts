import { type Detector, NEVER, type Value, ofBoth, ofEither, ofNull } from './detector.ts';
import { CODED, ESCAPES, HTML, LOST_BACKSLASHES, QUOTES, URL_ENCODED } from './escapes.ts';
import { INTERVAL } from './intervals.ts';
import { haveSameMembers, JSON_SPELLING, MEMBERS, RENAMED_MEMBERS } from './members.ts';
import { withoutEnd } from '../answer/canonical-json.ts';

/** Zero, or false, as engines write them. */
const ZERO = /^(?:-?0+(?:\.0+)?|false)$/;
/** What stands for NULL where a file or a program writes it as a text. */
const WORD_FOR_NULL = /^(?:\\N|[<(]?null[>)]?|none|nil|nan|undefined)$/i;
const YES = /^(?:true|t|yes|y|on|1)$/i;
const NO = /^(?:false|f|no|n|off|0)$/i;

/** Of texts alone: NaN among numbers is a value. */
export const NULL_WORD = ofNull('null_word', (text) => WORD_FOR_NULL.test(text));

const trimmedEnd = (text: string): string => withoutEnd(text, ' \t\u00a0');
const trimmed = (text: string): string => trimmedEnd(text).replace(/^[ \t\u00a0]+/, '');

/** Blanks at an end. The parameter is `end` where they are at the end alone, as CHAR columns have them. */
const BLANKS = ofBoth('blanks', (source, target) => {
  if (trimmedEnd(source) === trimmedEnd(target)) return ['end', 'both'];
  return trimmed(source) === trimmed(target) ? ['both'] : NEVER;
});

const newLines = (text: string): string => text.replaceAll(/\r\n?/g, '\n');
const LINE_ENDS = ofBoth('line_ends', (source, target) => newLines(source) === newLines(target));

const INVISIBLE = /(?![\t\n\r])[\p{Cf}\p{Cc}]/gu;
const HARD = /[\u00a0\u2007\u202f]/g;
/** What no text has that consists of what keyboards write. */
const UNUSUAL = /[^\t\n\r -~]/;
const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Characters that nobody sees, such as a byte order mark. The parameter is the only one of them, or `several`. */
const INVISIBLES = ofBoth('invisible', (source, target) => {
  if (!UNUSUAL.test(source) && !UNUSUAL.test(target)) return NEVER;
  const found = new Set(`${source}${target}`.match(INVISIBLE));
  if (found.size === 0 || source.replaceAll(INVISIBLE, '') !== target.replaceAll(INVISIBLE, ''))
    return NEVER;
  if (found.size > 1) return ['several'];
  const code = [...found][0]!.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  return [`U+${code}`];
});

/** White space of another kind or length that no other cause names; `hard` where only blanks that do not break are others. */
const SPACES = ofBoth('spaces', (source, target) => {
  // Most texts do not even end alike.
  if (source.trimEnd().at(-1) !== target.trimEnd().at(-1)) return NEVER;
  if (squeezed(source) !== squeezed(target)) return NEVER;
  if ([BLANKS, LINE_ENDS, INVISIBLES].some(({ test }) => test(source, target).length > 0))
    return NEVER;
  return [source.replaceAll(HARD, ' ') === target.replaceAll(HARD, ' ') ? 'hard' : 'any'];
});

const ON_KEYBOARDS: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '…': '...',
};
const TYPOGRAPHIC = /[‘’‚“”„«»–—…]/g;

/** Quotes and dashes that were replaced by those of a keyboard. The parameter is the side that has these. */
const TYPOGRAPHY = ofEither(
  'typography',
  (whole, made) =>
    UNUSUAL.test(whole) &&
    [whole, whole.replaceAll('—', '--')].some(
      (text) => text.replaceAll(TYPOGRAPHIC, (letter) => ON_KEYBOARDS[letter]!) === made,
    ),
);

/** Texts that differ but mean the same, most specific first; only the first that holds counts. */
export const TEXTS: readonly Detector[] = [
  ofNull('empty', (text) => text === ''),
  ofNull('zero', (text) => ZERO.test(text)),
  BLANKS,
  LINE_ENDS,
  INVISIBLES,
  SPACES,
  ofBoth('unicode', (source, target) => {
    if (isOverloaded(source) || isOverloaded(target)) return false;
    return source.normalize() === target.normalize();
  }),
  ofBoth('case', (source, target) => isOtherCase(source, target) || isOtherCase(target, source)),
  ofBoth('boolean', (source, target) =>
    [YES, NO].some((word) => word.test(source) && word.test(target)),
  ),
  INTERVAL,
  ofBoth('encoding', (source, target) => {
    if (isAscii(source) && isAscii(target)) return NEVER;
    if (misread(source).includes(target)) return ['target'];
    if (misread(target).includes(source)) return ['source'];
    return misread(source).some((once) => misread(once).includes(target)) ? ['twice'] : NEVER;
  }),
  ofBoth('lost_characters', (source, target) => {
    if (isAscii(source)) return false;
    return BEYOND.some((letters) =>
      ['?', '\ufffd', '????'].some((mark) => source.replace(letters, mark) === target),
    );
  }),
  ofBoth('lost_accents', (source, target) => {
    if (isOverloaded(source)) return false;
    return withoutAccents(source) === target;
  }),
  ofEither(
    'transliterated',
    (whole, made) =>
      !isAscii(whole) && !isOverloaded(whole) && transliterations(whole).includes(made),
  ),
  TYPOGRAPHY,
  HTML,
  URL_ENCODED,
  QUOTES,
  ESCAPES,
  LOST_BACKSLASHES,
  CODED,
  JSON_SPELLING,
  MEMBERS,
  RENAMED_MEMBERS,
  ofBoth('set', (source, target) => {
    if (isWord(source) && isWord(target)) return false;
    const inJson = haveSameMembers(source, target);
    if (inJson !== null) return inJson;
    const [one, other] = [membersOf(source), membersOf(target)];
    return one !== null && other !== null && sameMembers(one, other);
  }),
  {
    kind: 'lost',
    isFree: false,
    test(source, target) {
      if (isNothing(target)) return isNothing(source) ? NEVER : [`target ${nothing(target)}`];
      return isNothing(source) ? [`source ${nothing(source)}`] : NEVER;
    },
  },
];

const isNothing = (value: Value): value is '' | null => value === null || value === '';
const nothing = (value: '' | null): string => (value === null ? 'null' : 'empty');

/** Whether they differ in case alone. `ß` has two capitals, so that only the whole text in one case tells it. */
const isOtherCase = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase() || one.toUpperCase() === other;

/** The target's text is a beginning of the source's. As any short text may be one, the length must be the same in all rows. */
export const CUT: Detector = ofBoth(
  'cut',
  (source, target) => {
    if (target === '' || target.length >= source.length || !source.startsWith(target)) return NEVER;
    return [String(Array.from(target).length)];
  },
  { isFree: true },
);

/** Likewise of bytes, which are written as two digits each. */
export const CUT_BYTES: Detector = ofBoth(
  'cut',
  (source, target) => CUT.test(source, target).map((length) => `${Number(length) / 2} bytes`),
  { isFree: true },
);

/** Characters that a character set may lack: beyond ASCII, beyond Latin-1, those of four bytes in UTF-8. */
const BEYOND = [/[^\0-\x7f]/gu, /[^\0-\xff]/gu, /[^\0-\uffff]/gu];

/** More marks on one letter than any language has. The time to put them in order grows with the square of their number. */
const OVERLOADED = /\p{M}{31}/u;
const isOverloaded = (text: string): boolean => !isAscii(text) && OVERLOADED.test(text);
const withoutAccents = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '');
// eslint-disable-next-line no-control-regex
const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/** Letters that are written as two where the first is not to be had. */
const TWO_LETTERS: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  å: 'aa',
  æ: 'ae',
  ø: 'oe',
  œ: 'oe',
  þ: 'th',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ẞ: 'Ss',
  Å: 'Aa',
  Æ: 'Ae',
  Ø: 'Oe',
  Œ: 'Oe',
  Þ: 'Th',
};
const OF_TWO = new RegExp(`[${Object.keys(TWO_LETTERS).join('')}]`, 'g');

/** A text in which letters are written as two: capitals as one or two capitals, others with or without their accents. */
function transliterations(text: string): string[] {
  const composed = text.normalize('NFC');
  if (composed.search(OF_TWO) < 0) return [];
  const small = composed.replaceAll(OF_TWO, (letter) => TWO_LETTERS[letter]!);
  const large = composed.replaceAll(OF_TWO, (letter) => {
    const two = TWO_LETTERS[letter]!;
    return letter === letter.toLowerCase() ? two : two.toUpperCase();
  });
  return [small, large, withoutAccents(small), withoutAccents(large)];
}

/** Windows-1252 for the bytes 80 to 9F. */
const WINDOWS = Array.from('€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ');

/** A text whose UTF-8 bytes were misread as Latin-1, or as Windows-1252. */
function misread(text: string): string[] {
  const latin = Buffer.from(text, 'utf8').toString('latin1');
  const windows = latin.replaceAll(/[\x80-\x9f]/g, (byte) => WINDOWS[byte.charCodeAt(0) - 0x80]!);
  return [latin, windows];
}

/** In quotes, or up to the next comma. */
const MEMBER = /\s*(?:("(?:[^"\\]|\\.)*")\s*|([^,]*))(?:,|$)/gsy;

/** The members of `a,b`, or of an array `{a,b}` or `["a","b"]`; null for anything else. */
export function membersOf(text: string): string[] | null {
  if (text === '') return [];
  const inner = /^\s*(?:\{([^]*)\}|\[([^]*)\])\s*$/.exec(text);
  // Text that people write has a blank after a comma; sets and arrays do not.
  if (!inner && (!text.includes(',') || /\s,|,\s/.test(text)))
    return inner === null && isWord(text) ? [text] : null;
  const list = inner ? (inner[1] ?? inner[2] ?? '') : text;
  return list.trim() === '' ? [] : readMembers(list);
}

function readMembers(list: string): string[] {
  const members: string[] = [];
  for (const [whole, quoted, bare = ''] of list.matchAll(MEMBER)) {
    if (whole === '') break;
    members.push(quoted?.slice(1, -1).replaceAll(/\\(.)/g, '$1') ?? bare.trimEnd());
  }
  return members;
}

/** Whether a text may be a list of one member, where the other side has brackets. */
const isWord = (text: string): boolean => text !== '' && !/[,{}[\]]/.test(text);

const sameMembers = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length &&
  JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted());
