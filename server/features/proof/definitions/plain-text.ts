/** A text without layout and case outside of what it quotes: for comparison within one engine only. */
export function plainText(text: string): string {
  // Whether a backslash ends a text or not depends on the engine and its settings.
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

/** Texts, names in quotes, comments, and what stands between them. */
const PARTS =
  /('(?:[^']|'')*')|("[^"]*"|`[^`]*`)|--[^\n]*|\/\*[\s\S]*?\*\/|(?:(?!--|\/\*)[^'"`])+/g;

/** Quotes say nothing around what would be the same name without them. */
const unquoted = (name: string): string =>
  /^(?:"[a-z_][a-z0-9_]*"|`.*`)$/.test(name) ? name.slice(1, -1).toLowerCase() : name;

const plain = (part: string): string =>
  part
    .replaceAll(/(?<![\w\])])\[(\p{L}\w*)\]/gu, '$1')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s*([(),;=<>])\s*/g, '$1')
    .toLowerCase();
