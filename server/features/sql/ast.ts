/** What the parser answers, of which nothing is believed: objects with a single name, or words. */
export type Ast = Readonly<Record<string, unknown>>;

/** What this program cannot read: the text may mean anything. */
export class Unreadable extends Error {}

export const isAst = (value: unknown): value is Ast =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function asAst(value: unknown): Ast {
  if (!isAst(value)) throw new Unreadable('a part is missing');
  return value;
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** `{ BinaryOp: {…} }` → `BinaryOp` and what is below it; a word stands for itself. */
export function variantOf(value: unknown): [name: string, body: Ast] {
  if (typeof value === 'string') return [value, {}];
  const [name, body] = Object.entries(asAst(value))[0] ?? [];
  if (name === undefined) throw new Unreadable('a part is empty');
  return [name, isAst(body) ? body : { '': body }];
}

/** A word, or the name of a variant. */
export const wordOf = (word: unknown): string =>
  typeof word === 'string' ? word : variantOf(word)[0];

/** The names that a dotted name is made of. */
export const pathOf = (value: unknown): { name: string; quoted: boolean }[] =>
  listOf(value).map((part) => {
    const ast = asAst(part);
    const ident = asAst(isAst(ast.Identifier) ? ast.Identifier : ast);
    if (typeof ident.value !== 'string') throw new Unreadable('a name is missing');
    return { name: ident.value, quoted: Boolean(ident.quote_style) };
  });

/** Without where in the text it was found: what is known to one engine alone is kept as it is. */
export function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (!isAst(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, part]) => !/^span$|_token$/.test(name) && part !== undefined && part !== null)
      .map(([name, part]) => [name, bare(part)]),
  );
}
