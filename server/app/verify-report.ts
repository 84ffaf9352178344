import type { PairRow } from '../../contract/pairs.ts';
import type { RunItem } from '../../contract/runs.ts';

/** What `verify --json` prints of a pair. */
export type VerifyLine = Pick<
  RunItem,
  'source' | 'target' | 'type' | 'data' | 'rows_source' | 'rows_target' | 'differences'
> & { structure: 'same' | 'compatible' | 'different' };

/** Results that `--fail-on` may name; each is one of structure or of data. */
export const FAIL_ON = ['different', 'not_comparable', 'compatible'] as const;
export type FailOn = (typeof FAIL_ON)[number];

/** Definitions of which one could not be read have not been found to be the same. */
export const lineOf = (item: RunItem): VerifyLine => ({
  source: item.source,
  target: item.target,
  type: item.type,
  structure: item.structure ?? 'different',
  data: item.data,
  rows_source: item.rows_source,
  rows_target: item.rows_target,
  differences: item.differences,
});

const TYPES = {
  tables: 'table',
  views: 'view',
  functions: 'function',
  procedures: 'procedure',
} as const;

/** An object that nothing was found for; null where its database does not have it any more, either. */
export function lineOfUnmatched(pair: PairRow): VerifyLine | null {
  const nameOn = (side: 'source' | 'target') => {
    const present = pair[side].find(({ missing_since }) => missing_since === null);
    return present ? `${present.schema_name}.${present.object_name}` : null;
  };
  const [source, target] = [nameOn('source'), nameOn('target')];
  if (source === null && target === null) return null;
  return {
    source,
    target,
    type: TYPES[pair.object_type],
    structure: 'different',
    data: 'skipped',
    rows_source: null,
    rows_target: null,
    differences: [],
  };
}

export const isFailure = ({ structure, data }: VerifyLine, failOn: readonly FailOn[]): boolean =>
  failOn.some((result) => result === structure || result === data);

const MOST_DIFFERENCES = 1_000;

/** A line for people. */
export function describeLine(line: VerifyLine): string {
  const { source, target, type, structure, data, differences } = line;
  const facts: string[] = [];
  if (line.rows_source !== null && line.rows_target !== null) {
    facts.push(
      line.rows_source === line.rows_target
        ? `${line.rows_source} rows`
        : `${line.rows_source} and ${line.rows_target} rows`,
    );
  }
  if (differences.length > 0) {
    const more = differences.length === MOST_DIFFERENCES ? ' or more' : '';
    facts.push(`${differences.length}${more} differ`);
  }
  const name = `${type} ${source ?? '(missing)'} → ${target ?? '(missing)'}`;
  const results = `${structure.padEnd(10)}  ${data.replaceAll('_', ' ').padEnd(17)}`;
  return `${results}  ${name}${facts.length > 0 ? `  (${facts.join(', ')})` : ''}`;
}
