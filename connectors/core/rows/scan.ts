import type { Checksum, ColumnAggregate, TextPart, TextRow } from '../data.ts';
import type { Cell, CellForm } from './canonical.ts';

/** How the rows of a statement are read. Columns are those of the statement, by index. */
export interface ScanPlan {
  columns: CellForm[];
  hashed: number[];
  /** Columns whose texts make the key's hash. */
  key: number[];
  /** Only rows whose key's hash begins with one of these, which have the same length; null for all. */
  prefixes: readonly string[] | null;
  task: ScanTask;
}

export type ScanTask =
  | { kind: 'texts'; part?: TextPart }
  | { kind: 'checksum' }
  /** By so many digits of the key's hash. */
  | { kind: 'buckets'; digits: number }
  | { kind: 'hashes' }
  | { kind: 'sample'; rows: number }
  | { kind: 'aggregate'; distinct: boolean };

export type ScanResult =
  | { texts: TextRow[] }
  | { buckets: [string, Checksum][] }
  | { hashes: { key: TextRow; hash: string }[] }
  | { aggregates: ColumnAggregate[] };

/** One pass through the rows of a statement. */
export interface Pass {
  take(row: Cell[]): void;
  result(): ScanResult;
}

interface Found {
  keyHash: string;
  makeTexts(): TextRow;
}

/** Collects the requested rows into a result. */
interface Sink {
  take(found: Found): void;
  result(): ScanResult;
}

type Write = (cell: Cell, column: CellForm) => string | null;
type Digest = (text: string) => string;
type Hold = (bytes: number) => void;

/**
 * Goes through the rows of a statement once and keeps no more than the answer.
 *
 * @param write - makes the text of a cell
 * @param digest - the 64 hexadecimal digits of a text's SHA-256
 * @param hold - called with the change of the answer's memory in (approximate) bytes, negative where it shrinks; may throw
 */
export function createScan(write: Write, digest: Digest, hold: Hold): (plan: ScanPlan) => Pass {
  const MAX_DISTINCT = 50_000;
  const hashOf = (texts: TextRow) =>
    digest(texts.map((text) => (text === null ? '~' : `=${text}`)).join('\u001f')).slice(0, 14);
  const pick = (texts: TextRow, indexes: number[]): TextRow =>
    indexes.map((index) => texts[index] ?? null);

  const sizeOf = (texts: TextRow) =>
    texts.reduce((sum, text) => sum + 32 + (text?.length ?? 0), 100);

  /** Adds up the rows of each bucket. */
  function addUp({ hashed }: ScanPlan, digits: number): Sink {
    const buckets = new Map<string, { rows: number; sum: bigint }>();
    return {
      take({ keyHash, makeTexts }) {
        const name = keyHash.slice(0, digits);
        let bucket = buckets.get(name);
        if (!bucket) buckets.set(name, (bucket = { rows: 0, sum: 0n }));
        bucket.rows += 1;
        bucket.sum += BigInt(`0x${hashOf(pick(makeTexts(), hashed))}`);
      },
      result: () => ({
        buckets: [...buckets].map(([name, { rows, sum }]) => [name, { rows, sum: String(sum) }]),
      }),
    };
  }

  function keepTexts(part?: TextPart): Sink {
    const texts: TextRow[] = [];
    return {
      take({ makeTexts }) {
        const row = part ? cutRow(makeTexts(), part) : makeTexts();
        hold(sizeOf(row));
        texts.push(row);
      },
      result: () => ({ texts }),
    };
  }

  function keepHashes({ key, hashed }: ScanPlan): Sink {
    const hashes: { key: TextRow; hash: string }[] = [];
    return {
      take({ makeTexts }) {
        const texts = makeTexts();
        const found = { key: pick(texts, key), hash: hashOf(pick(texts, hashed)) };
        hold(sizeOf(found.key));
        hashes.push(found);
      },
      result: () => ({ hashes }),
    };
  }

  /** The rows whose keys have the least hashes. */
  function sample(count: number): Sink {
    let kept: { keyHash: string; texts: TextRow }[] = [];
    const heldBy = (rows: typeof kept) => rows.reduce((sum, { texts }) => sum + sizeOf(texts), 0);
    const least = () =>
      kept.sort((a, b) => (a.keyHash < b.keyHash ? -1 : 1)).slice(0, Math.max(count, 0));
    let limit = 'g';
    return {
      take({ keyHash, makeTexts }) {
        if (keyHash >= limit) return;
        const texts = makeTexts();
        hold(sizeOf(texts));
        kept.push({ keyHash, texts });
        if (kept.length < 2 * count + 100) return;
        const held = heldBy(kept);
        kept = least();
        hold(heldBy(kept) - held);
        limit = kept.at(-1)?.keyHash ?? '';
      },
      result: () => ({ texts: least().map(({ texts }) => texts) }),
    };
  }

  /** A decimal as digits and scale, for exact sums; null where it is none. */
  function decimalOf(text: string): [bigint, number] | null {
    if (!/^-?\d+(\.\d+)?$/.test(text)) return null;
    const [whole = '', fraction = ''] = text.split('.');
    return [BigInt(whole + fraction), fraction.length];
  }

  const scaleTo = ([digits, scale]: [bigint, number], wanted: number) =>
    digits * 10n ** BigInt(wanted - scale);

  function isLess(a: string, b: string, column: CellForm): boolean | null {
    if (column.form.as === 'float') return Number(a) < Number(b);
    if (column.form.as === 'time' && !/^\d\d:/.test(a)) return null;
    if (column.form.as !== 'integer' && column.form.as !== 'decimal') return a < b;
    const [left, right] = [decimalOf(a), decimalOf(b)];
    if (!left || !right) return null;
    const scale = Math.max(left[1], right[1]);
    return scaleTo(left, scale) < scaleTo(right, scale);
  }

  function aggregateColumn(column: CellForm, distinct: boolean) {
    const { form } = column;
    const isMeasured = form.as === 'text' || form.as === 'binary';
    const result = { nulls: 0, min: null as string | null, max: null as string | null };
    const values = distinct && form.as !== 'json' ? new Set<string>() : null;
    let sum: [bigint, number] | null = column.summed || isMeasured ? [0n, 0] : null;
    let any = false;
    let comparable = column.ordered;

    const add = (amount: [bigint, number] | null) => {
      if (!sum || !amount) {
        sum = null;
        return;
      }
      const scale = Math.max(sum[1], amount[1]);
      sum = [scaleTo(sum, scale) + scaleTo(amount, scale), scale];
    };
    const order = (text: string) => {
      const less = result.min === null ? true : isLess(text, result.min, column);
      const more = result.max === null ? true : isLess(result.max, text, column);
      comparable = less !== null && more !== null;
      if (less) result.min = text;
      if (more) result.max = text;
    };
    return {
      take(text: string | null) {
        if (text === null) {
          result.nulls += 1;
          return;
        }
        any = true;
        if (comparable) order(text);
        if (column.summed) add(decimalOf(text));
        if (isMeasured)
          add([BigInt(form.as === 'text' ? Array.from(text).length : text.length / 2), 0]);
        if (values && values.size <= MAX_DISTINCT) {
          values.add(text.length > 40 ? digest(text) : text);
        }
      },
      result(): ColumnAggregate {
        const total = any && sum ? write(writeSum(sum), isMeasured ? LENGTH : column) : null;
        return {
          nulls: result.nulls,
          distinct: values && values.size <= MAX_DISTINCT ? values.size : null,
          min: comparable ? result.min : null,
          max: comparable ? result.max : null,
          sum: total,
        };
      },
    };
  }

  const LENGTH: CellForm = { form: { as: 'integer' }, ordered: true, summed: true };

  function writeSum([digits, scale]: [bigint, number]): string {
    const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
    const point = text.length - scale;
    return `${digits < 0n ? '-' : ''}${text.slice(0, point)}${scale === 0 ? '' : '.'}${text.slice(point)}`;
  }

  function aggregate({ columns }: ScanPlan, distinct: boolean): Sink {
    const aggregates = columns.map((column) => aggregateColumn(column, distinct));
    return {
      take: ({ makeTexts }) => makeTexts().forEach((text, index) => aggregates[index]?.take(text)),
      result: () => ({ aggregates: aggregates.map((one) => one.result()) }),
    };
  }

  function sinkOf(plan: ScanPlan): Sink {
    const { task } = plan;
    switch (task.kind) {
      case 'texts':
        return keepTexts(task.part);
      case 'checksum':
        return addUp(plan, 0);
      case 'buckets':
        return addUp(plan, task.digits);
      case 'hashes':
        return keepHashes(plan);
      case 'sample':
        return sample(task.rows);
      case 'aggregate':
        return aggregate(plan, task.distinct);
    }
  }

  return (plan) => {
    const { columns, key, task } = plan;
    const sink = sinkOf(plan);
    const prefixes = plan.prefixes && new Set(plan.prefixes);
    const digits = plan.prefixes?.[0]?.length ?? 0;
    const byKey = prefixes || task.kind === 'buckets' || task.kind === 'sample';
    const textOf = (row: Cell[], index: number) =>
      write(row[index] ?? null, columns[index] as CellForm);
    return {
      // Texts of a row, and the hash of its key, are computed only where needed.
      take(row) {
        const keyHash = byKey ? hashOf(key.map((index) => textOf(row, index))) : '';
        if (prefixes && !prefixes.has(keyHash.slice(0, digits))) return;
        sink.take({
          keyHash,
          makeTexts: () => columns.map((_column, index) => textOf(row, index)),
        });
      },
      result: () => sink.result(),
    };
  };
}

const isWhole = (text: string) => !/[\ud800-\udfff]/.test(text);
/** Part of a text, and how many characters all of it has. */
function cut(text: string, { start, length }: TextPart): [part: string, count: number] {
  if (isWhole(text)) return [text.slice(start, start + length), text.length];
  let [from, to, count] = [text.length, text.length, 0];
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) {
    if (count === start) from = at;
    if (count === start + length) to = at;
    count += 1;
  }
  return [text.slice(from, to), count];
}

function cutRow(row: TextRow, part: TextPart): TextRow {
  const cuts = row.map((text) => (text === null ? [null, null] : cut(text, part)));
  return [
    ...cuts.map(([text]) => text ?? null),
    ...cuts.map(([, count]) => (count == null ? null : String(count))),
  ];
}
