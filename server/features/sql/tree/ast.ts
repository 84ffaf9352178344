/** An object in the parser's output, whose shape is never trusted. A variant is an object with a single key, or a plain word. */
export type Ast = Readonly<Record<string, unknown>>;

/** Thrown for SQL that this program cannot read: nothing is known about its meaning. */
export class Unreadable extends Error {}

export const isAst = (value: unknown): value is Ast =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function asAst(value: unknown): Ast {
  if (!isAst(value)) throw new Unreadable('a part is missing');
  return value;
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Splits `{ BinaryOp: {…} }` into `BinaryOp` and its body; a body that is no object is under the key '', a plain word has an empty one. */
export function variantOf(value: unknown): [name: string, body: Ast] {
  if (typeof value === 'string') return [value, {}];
  const [name, body] = Object.entries(asAst(value))[0] ?? [];
  if (name === undefined) throw new Unreadable('a part is empty');
  return [name, isAst(body) ? body : { '': body }];
}

/** A word, or the name of a variant. */
export const wordOf = (word: unknown): string =>
  typeof word === 'string' ? word : variantOf(word)[0];

/** The parts of a dotted name. */
export const pathOf = (value: unknown): { name: string; quoted: boolean }[] =>
  listOf(value).map((part) => {
    const ast = asAst(part);
    const ident = asAst(isAst(ast.Identifier) ? ast.Identifier : ast);
    if (typeof ident.value !== 'string') throw new Unreadable('a name is missing');
    return { name: ident.value, quoted: Boolean(ident.quote_style) };
  });

/** Drops source positions and empty parts, so that constructs of one engine alone can be compared as they are. */
export function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (!isAst(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, part]) => !/^span$|_token$/.test(name) && part !== undefined && part !== null)
      .map(([name, part]) => [name, bare(part)]),
  );
}

/** Whether some names differ in case alone, as quotes allow. */
export const haveNamesakes = (list: readonly { name: string }[]): boolean =>
  new Set(list.map(({ name }) => name.toLowerCase())).size < list.length;
