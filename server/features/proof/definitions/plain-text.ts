/** A text without layout, quoting and case: for comparison only. */
export const plainText = (text: string): string =>
  text
    .replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
    .split(/('(?:[^']|'')*')/)
    .map((part, index) => (index % 2 === 0 ? plain(part) : part))
    .join('')
    .replace(/;\s*$/, '')
    .trim();

const plain = (part: string): string =>
  part
    .replaceAll(/["`[\]]/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s*([(),;=<>])\s*/g, '$1')
    .toLowerCase();
