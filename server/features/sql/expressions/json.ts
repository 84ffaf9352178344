import type { SqlRules } from '../../../../connectors/core/sql/sql-rules.ts';
import type { Scope } from '../tree/scope.ts';
import { type Node, literal, node } from '../tree/tree.ts';

type Parser = SqlRules['parser'];

/** Engines that build JSON from values in the order of their arguments, and keep NULL as JSON's null. */
const BUILDS: ReadonlySet<Parser> = new Set(['mysql', 'postgresql', 'sqlite', 'duckdb']);
/** Engines that keep the digits of decimals in JSON. */
const EXACT: ReadonlySet<Parser> = new Set(['mysql', 'postgresql']);

/** `json_object('a', 1)`. Engines disagree about keys that are there twice, or no texts. */
export function readObject(args: readonly Node[], scope: Scope, name: string): Node | null {
  const keys = args.filter((_, at) => at % 2 === 0);
  const values = args.filter((_, at) => at % 2 === 1);
  const names = keys.map(({ value = '' }) => value);
  const isPlain = keys.every(({ op, kind }) => op === 'literal' && kind === 'text');
  if (!BUILDS.has(scope.rules.parser) || !isPlain || keys.length !== values.length) return null;
  if (new Set(names).size < names.length) return null;
  const pairs = keys.map((key, at) => [key, valueIn(values[at]!, scope)] as const);
  const sorted = pairs.toSorted(([one], [other]) => (one.value! < other.value! ? -1 : 1));
  return built('json object', sorted.flat(), `${name} ${JSON.stringify(names)}`);
}

/** `json_array(1, 2)`. */
export const readArray = (args: readonly Node[], scope: Scope, name: string): Node | null =>
  BUILDS.has(scope.rules.parser)
    ? built(
        'json array',
        args.map((it) => valueIn(it, scope)),
        name,
      )
    : null;

const built = (op: string, args: readonly Node[], writtenAs: string): Node =>
  node(op, args, 'other', { notNull: true, ownComparison: true, writtenAs });

/** A value within JSON: the engine's own where others have another value there, such as 1 for true, or another spelling of a time. */
function valueIn(it: Node, { engine, rules: { parser } }: Scope): Node {
  const isCommon =
    it.op === 'null' ||
    it.writtenAs !== undefined ||
    it.kind === 'integer' ||
    it.kind === 'date' ||
    (it.kind === 'text' && it.blankPadded !== true) ||
    (it.kind === 'decimal' && EXACT.has(parser));
  return isCommon ? it : node(`in json@${engine}`, [it], 'other');
}

/** How the JSON that a tree builds is spelt: with blanks and an order of keys that are the engine's; undefined where it builds none. */
export function spellingOf(tree: Node, parser: Parser): string | undefined {
  const found: string[] = [];
  const walk = (it: Node): void => {
    if (it.writtenAs !== undefined) found.push(it.writtenAs);
    for (const arg of it.args) walk(arg);
  };
  walk(tree);
  return found.length === 0 ? undefined : [parser, ...found.toSorted()].join(' ');
}

/** Engines whose texts in JSON are compared letter by letter, and whose values are found by their key. */
const FINDS: ReadonlySet<Parser> = BUILDS;
const KEY = /^[a-z_]\w*$/i;

/** The keys that lead to a value, by a path such as `$.a.b`, by one key, or by a list of keys; null for other paths. */
function keysOf(path: Node | undefined, { parser }: SqlRules): string[] | null {
  const it = path?.op.startsWith('as ') ? path.args[0] : path;
  if (it?.op === 'array')
    return parser === 'postgresql' ? inWords(it.args.map(({ value = '' }) => value)) : null;
  if (it?.op !== 'literal' || it.kind !== 'text') return null;
  const { value = '' } = it;
  if (parser === 'postgresql')
    return inWords(/^\{.*\}$/.test(value) ? value.slice(1, -1).split(',') : [value]);
  if (value.startsWith('$.')) return inWords(value.slice(2).split('.'));
  return inWords([value]);
}
/** Elsewhere a number is the place in a list, or another character a part of the path. */
const inWords = (keys: string[]): string[] | null =>
  keys.every((key) => KEY.test(key)) ? keys : null;

/** The value of JSON at a key, as JSON; engines spell it in their own ways. */
export function valueAt(args: readonly Node[], scope: Scope): Node | null {
  return found('json at', args, scope, { kind: 'other', ownComparison: true });
}

/** Likewise as a text: engines disagree about JSON's null, true and numbers. */
export const textAt = (args: readonly Node[], scope: Scope): Node | null =>
  found('json text', args, scope, { kind: scope.rules.parser === 'sqlite' ? 'other' : 'text' });

/** Likewise of scalars alone. */
export const scalarAt = (args: readonly Node[], scope: Scope): Node | null =>
  found('json scalar', args, scope, { kind: 'text' });

function found(
  op: string,
  [from, path, ...more]: readonly Node[],
  { engine, rules }: Scope,
  traits: Partial<Node> & Pick<Node, 'kind'>,
): Node | null {
  const keys = keysOf(path, rules);
  if (!from || !keys || more.length > 0 || !FINDS.has(rules.parser)) return null;
  const isWithin = from.op === `json at@${engine}`;
  const [whole, before] = isWithin ? from.args : [from];
  const all = [...(before ? (JSON.parse(before.value!) as string[]) : []), ...keys];
  const { kind, ...others } = traits;
  return node(`${op}@${engine}`, [whole!, literal(JSON.stringify(all), 'text')], kind, others);
}

/** MySQL's `JSON_UNQUOTE(JSON_EXTRACT(j, '$.a'))`. */
export const unquoted = ([it, ...more]: readonly Node[]): Node | null =>
  it?.op === 'json at@mysql' && more.length === 0 ? node('json text@mysql', it.args, 'text') : null;

/**
 * Where only TRUE counts, all engines find the same rows by `j ->> 'a' = 'x'`: no null, number, list or object is spelt like the
 * text. Undefined for other tests.
 */
export function asTextTest({ op, args, engine }: Node): Node | undefined {
  if (engine !== undefined || (op !== 'eq' && op !== 'in')) return undefined;
  const at = args.findIndex((one) => /^json (text|scalar)@/.test(one.op));
  const it = args[at];
  const values = args.filter((_, place) => place !== at);
  if (!it || (op === 'in' && at > 0)) return undefined;
  const from = it.args[0]!;
  const isJson = from.op === 'column' && (from.ownComparison === true || it.op.endsWith('@sqlite'));
  return isJson && values.every(isOrdinary)
    ? node('json is', [...it.args, ...values], 'boolean', { notNull: true })
    : undefined;
}

/** Whether no value of JSON but a text is spelt like the literal. */
const isOrdinary = ({ op, kind, value = '', engine }: Node): boolean =>
  op === 'literal' &&
  kind === 'text' &&
  engine === undefined &&
  /^\p{L}([\p{L}\p{N} _-]*[\p{L}\p{N}])?$/u.test(value) &&
  !/^(true|false|null)$/i.test(value);
