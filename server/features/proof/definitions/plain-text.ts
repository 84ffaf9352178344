/** Normalises layout and case outside of quotes: for comparing texts within one engine only. */
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
