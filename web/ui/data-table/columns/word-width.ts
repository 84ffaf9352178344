let context: CanvasRenderingContext2D | null | undefined;
const known = new Map<string, number>();

/** Width of a text in pixels; 0 where text cannot be measured. */
function widthOf(text: string, weight: number, size: number): number {
  const key = `${weight} ${size} ${text}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  context ??= document.createElement('canvas').getContext?.('2d') ?? null;
  if (!context) return 0;
  context.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;
  const width = Math.ceil(context.measureText(text).width);
  known.set(key, width);
  return width;
}

/** Column width at which no word of the header is broken; see the styles of the table. */
export function widthOfHeader(header: string, small: boolean): number {
  const words = header.split(/\s|(?<=[-/])/);
  const longest = Math.max(...words.map((word) => widthOf(word, 600, small ? 12 : 14)));
  return longest + (small ? 16 : 36);
}

/** Column width for one action with this label. */
export const widthOfAction = (label: string): number => widthOf(label, 400, 12) + 40;

/** Column width for the longest of these words after a dot; at most `most`. */
export const widthOfDotted = (words: readonly string[], most: number): number =>
  Math.min(most, Math.max(...words.map((word) => widthOf(word, 400, 14))) + 38);

/** Column width for the longest of these words after an icon. */
export const widthOfIconed = (words: readonly string[]): number =>
  Math.max(...words.map((word) => widthOf(word, 400, 14))) + 46;
