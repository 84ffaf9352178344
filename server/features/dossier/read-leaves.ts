const HEX = 64;
const LINE = HEX + 1;

/** Hashes of records, in their order. */
export interface LeafReader {
  /** The next hashes; fewer only at the end. */
  take(count: number): Promise<Buffer[]>;
}

/** For a file whose record hashes cannot be trusted. */
export const NO_LEAVES: LeafReader = { take: async () => [] };

const CHUNK = 10_000;

/** @param content - one hexadecimal hash per line */
export function readLeaves(content: AsyncGenerator<Buffer, void>): LeafReader {
  let rest: Buffer = Buffer.alloc(0);
  const takeSome = async (count: number): Promise<Buffer[]> => {
    const blocks = [rest];
    let size = rest.byteLength;
    while (size < count * LINE) {
      const { value, done } = await content.next();
      if (done) break;
      blocks.push(value);
      size += value.byteLength;
    }
    const bytes = Buffer.concat(blocks);
    const found = Math.min(count, Math.floor(bytes.byteLength / LINE));
    rest = bytes.subarray(found * LINE);
    return Array.from({ length: found }, (_, index) =>
      Buffer.from(bytes.toString('latin1', index * LINE, index * LINE + HEX), 'hex'),
    );
  };
  return {
    async take(count) {
      if (count <= CHUNK) return takeSome(Math.max(0, count));
      const taken: Buffer[] = [];
      for (let left = count; left > 0; left -= CHUNK)
        taken.push(...(await takeSome(Math.min(left, CHUNK))));
      return taken;
    },
  };
}
