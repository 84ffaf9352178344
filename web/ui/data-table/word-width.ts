let context: CanvasRenderingContext2D | null | undefined;

/** The longest word, in pixels; 0 where nothing can be measured. */
function longestWord(text: string, size: number): number {
  context ??= document.createElement('canvas').getContext?.('2d') ?? null;
  if (!context) return 0;
  context.font = `600 ${size}px ${getComputedStyle(document.body).fontFamily}`;
  const words = text.split(/\s|(?<=[-/])/);
  return Math.max(...words.map((word) => context!.measureText(word).width));
}

const known = new Map<string, number>();

/** How wide a column has to be that no word of its header is broken, with room for the arrow of its order. */
export function widthOfHeader(header: string, small: boolean): number {
  const key = `${small} ${header}`;
  const width =
    known.get(key) ?? Math.ceil(longestWord(header, small ? 12 : 14) + (small ? 28 : 40));
  known.set(key, width);
  return width;
}
