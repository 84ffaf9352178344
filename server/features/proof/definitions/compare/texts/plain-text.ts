import type { Side } from '../../../../../../contract/fields.ts';

/** Whether two texts of one engine are alike but for layout and case outside of quotes. */
export const isSameText = (one: string, other: string): boolean =>
  plainText(one) === plainText(other);

/**
 * The schema of the source that a text of the target still names, although the target's object lies in another one; null
 * where it names none.
 * @param schemas - of the two objects
 */
export function schemaLeftIn(
  text: string,
  schemas: Readonly<Record<Side, string>> | undefined,
): string | null {
  if (!schemas) return null;
  const [source, target] = [schemas.source.toLowerCase(), schemas.target.toLowerCase()];
  if (source === target) return null;
  const code = text.replaceAll(STRINGS, ' ').toLowerCase();
  const isNamed = [...code.matchAll(QUALIFIERS)].some(
    ([, bare, quoted]) => (bare ?? quoted?.slice(1, -1)) === source,
  );
  return isNamed ? schemas.source : null;
}

const STRINGS = /'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g;

/** The first part of each qualified name. */
const QUALIFIERS =
  /(?<![\p{L}\p{N}_$#.\]"`])(?:([\p{L}_][\p{L}\p{N}_$#]*)|("[^"]*"|`[^`]*`|\[[^\]]*\]))\s*\.\s*(?=[\p{L}_"`[])/gu;

/** A text without its layout, comments and case outside of quotes. */
export function plainText(text: string): string {
  // Whether a backslash escapes a quote depends on the engine and its settings.
  if (text.includes("\\'")) return text.trim();
  return text
    .replaceAll(PARTS, (part, quoted?: string, name?: string) => {
      if (name !== undefined) return unquoted(name);
      return quoted === undefined
        ? part.startsWith('-') || part.startsWith('/')
          ? ' '
          : plain(part)
        : quoted;
    })
    .replace(/;\s*$/, '')
    .trim();
}

/** Strings, quoted names, comments, and the text between them. */
const PARTS =
  /('(?:[^']|'')*')|("[^"]*"|`[^`]*`)|--[^\n]*|\/\*[\s\S]*?\*\/|(?:(?!--|\/\*)[^'"`])+/g;

/** Removes quotes around a name that would be the same without them. */
const unquoted = (name: string): string =>
  /^(?:"[a-z_][a-z0-9_]*"|`.*`)$/.test(name) ? name.slice(1, -1).toLowerCase() : name;

const plain = (part: string): string =>
  part
    .replaceAll(/(?<![\w\])])\[(\p{L}\w*)\]/gu, '$1')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s*([(),;=<>])\s*/g, '$1')
    .toLowerCase();
