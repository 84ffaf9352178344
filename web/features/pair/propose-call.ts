import type { PairRow } from '../../../contract/pairs.ts';
import type { Snapshot } from '../../../contract/structure.ts';

const isPlain = (name: string): boolean => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name);

/** Parameters of a routine that take a value, by name, or by place where they have none. */
const parametersOf = (snapshot: Snapshot): string[] =>
  snapshot.others
    .filter(({ kind, text }) => kind === 'parameter' && !text.startsWith('table '))
    .map(({ name }, index) => (isPlain(name) ? name : `p${index + 1}`));

/** Without the argument types that tell overloaded routines apart. */
const plainName = (name: string): string => name.replace(/\(.*$/s, '');

/**
 * A first call of both sides, from what is known of them: a routine with its parameters, the rows of anything
 * else. Parameters are called as on the source, so that one set serves both sides.
 */
export function proposeCall(
  pair: Pick<PairRow, 'object_type' | 'source' | 'target'>,
  snapshots: readonly Snapshot[],
  forms: Record<'source' | 'target', Record<'function' | 'procedure', string>>,
): { source: string; target: string } | null {
  const [source, target] = [pair.source[0], pair.target[0]];
  if (!source || !target) return null;
  const of = (side: 'source' | 'target') => snapshots.find((snapshot) => snapshot.side === side);
  const [one, other] = [of('source'), of('target')];
  const names = one ? parametersOf(one) : [];
  const count = other ? parametersOf(other).length : names.length;
  const textOf = (side: 'source' | 'target', parameters: string[]): string => {
    const { schema_name, object_name } = { source, target }[side];
    const name = `${schema_name}.${plainName(object_name)}`;
    const list = parameters.map((parameter) => `:${parameter}`).join(', ');
    if (pair.object_type !== 'functions' && pair.object_type !== 'procedures')
      return `SELECT count(*) FROM ${name}`;
    return forms[side][pair.object_type === 'functions' ? 'function' : 'procedure']
      .replace('{name}', () => name)
      .replace('{parameters}', () => list)
      .trim();
  };
  const shared = Array.from({ length: count }, (_, index) => names[index] ?? `p${index + 1}`);
  return { source: textOf('source', names), target: textOf('target', shared) };
}
