/** Copies a part of a text: a plain slice would keep the whole text in memory. */
export const detached = (part: string): string => Buffer.from(part, 'utf16le').toString('utf16le');

export function firstDifference(one: string, other: string): number {
  let place = 0;
  while (place < one.length && one[place] === other[place]) place += 1;
  return place;
}
