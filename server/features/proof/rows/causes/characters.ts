import { withoutEnd } from '../canonical-json.ts';
import { NEVER, ofBoth, ofEither } from './detector.ts';

const trimmedEnd = (text: string): string => withoutEnd(text, ' \t\u00a0');
const trimmed = (text: string): string => trimmedEnd(text).replace(/^[ \t\u00a0]+/, '');

/** Blanks at an end. The parameter is `end` where they are at the end alone, as CHAR columns have them. */
export const BLANKS = ofBoth('blanks', (source, target) => {
  if (trimmedEnd(source) === trimmedEnd(target)) return ['end', 'both'];
  return trimmed(source) === trimmed(target) ? ['both'] : NEVER;
});

const newLines = (text: string): string => text.replaceAll(/\r\n?/g, '\n');
export const LINE_ENDS = ofBoth(
  'line_ends',
  (source, target) => newLines(source) === newLines(target),
);

const INVISIBLE = /(?![\t\n\r])[\p{Cf}\p{Cc}]/gu;
const HARD = /[\u00a0\u2007\u202f]/g;
/** What no text has that consists of what keyboards write. */
const UNUSUAL = /[^\t\n\r -~]/;
const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Characters that nobody sees, such as a byte order mark. The parameter is the only one of them, or `several`. */
export const INVISIBLES = ofBoth('invisible', (source, target) => {
  if (!UNUSUAL.test(source) && !UNUSUAL.test(target)) return NEVER;
  const found = new Set(`${source}${target}`.match(INVISIBLE));
  if (found.size === 0 || source.replaceAll(INVISIBLE, '') !== target.replaceAll(INVISIBLE, ''))
    return NEVER;
  if (found.size > 1) return ['several'];
  const code = [...found][0]!.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  return [`U+${code}`];
});

/** White space of another kind or length that no other cause names; `hard` where only blanks that do not break are others. */
export const SPACES = ofBoth('spaces', (source, target) => {
  // Most texts do not even end alike.
  if (source.trimEnd().at(-1) !== target.trimEnd().at(-1)) return NEVER;
  if (squeezed(source) !== squeezed(target)) return NEVER;
  if ([BLANKS, LINE_ENDS, INVISIBLES].some(({ test }) => test(source, target).length > 0))
    return NEVER;
  return [source.replaceAll(HARD, ' ') === target.replaceAll(HARD, ' ') ? 'hard' : 'any'];
});

const PLAIN: Readonly<Record<string, string>> = {
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
export const TYPOGRAPHY = ofEither(
  'typography',
  (whole, made) =>
    UNUSUAL.test(whole) &&
    [whole, whole.replaceAll('—', '--')].some(
      (text) => text.replaceAll(TYPOGRAPHIC, (letter) => PLAIN[letter]!) === made,
    ),
);
