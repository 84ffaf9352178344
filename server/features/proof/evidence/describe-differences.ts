import { type Message, message } from '../../../../contract/messages/message.ts';
import type { Explanation } from '../../../../contract/proof/causes.ts';
import { DIFFERENCE_KINDS, type Difference } from '../../../../contract/proof/rows.ts';

/** Names of columns in a sentence. */
const MAX_NAMES = 3;

export interface Differing {
  explanation: Explanation | null;
  /** Differing rows by kind, as far as they are kept. */
  kinds: Partial<Record<Difference['kind'], number>>;
  /** Whether more rows differ than are kept. */
  cut: boolean;
}

/** Why rows differ or, where nothing explains it, in what; null where neither is known. */
export function describeDifferences({ explanation, kinds, cut }: Differing): Message | null {
  const [cause] = explanation?.causes ?? [];
  if (cause?.code) return { code: cause.code, params: cause.params } as Message;
  const columns = explanation?.columns.map(({ name }) => name) ?? [];
  const parts = DIFFERENCE_KINDS.flatMap((kind) => {
    const count = kinds[kind] ?? 0;
    return count > 0 ? [SAY[kind](count, columns)] : [];
  });
  const [one] = parts;
  if (!one) return null;
  const said = parts.length > 1 ? message('differs.ways', { parts }) : one;
  const kept = Object.values(kinds).reduce((sum, count) => sum + count, 0);
  return cut ? message('differs.ofFirst', { said, count: kept }) : said;
}

const SAY: Record<Difference['kind'], (count: number, columns: readonly string[]) => Message> = {
  missing: (count) => message('differs.missing', { count }),
  extra: (count) => message('differs.extra', { count }),
  changed: describeChanged,
};

function describeChanged(count: number, columns: readonly string[]): Message {
  const [column] = columns;
  if (column === undefined) return message('differs.values', { count });
  if (columns.length === 1) return message('differs.inColumn', { column, count });
  const more = columns.length > MAX_NAMES ? ', …' : '';
  return message('differs.inColumns', {
    columns: columns.slice(0, MAX_NAMES).join(', ') + more,
    count,
  });
}
