import { type Ast, Unreadable, asAst, isAst, listOf, variantOf, wordOf } from '../tree/ast.ts';
import { type Node, NULL, node } from '../tree/tree.ts';

/** Reads LIMIT, FETCH or TOP as one node of count and offset, each NULL where absent. @param top - TOP of the SELECT */
export function readLimit(query: Ast, top: Ast | null, read: (part: unknown) => Node): Node[] {
  const fetch = isAst(query.fetch) ? query.fetch : null;
  for (const part of [fetch, top])
    if (part?.percent === true || part?.with_ties === true) throw new Unreadable('a limit');
  const [count, offset] = askedBy(query, fetch, top);
  const [most, first] = [count ? read(count) : NULL, offset ? read(offset) : NULL];
  const skipped = first.op === 'literal' && first.value === '0' ? NULL : first;
  if (most.op === 'null' && skipped.op === 'null') return [];
  return [node('limit', [most, skipped], 'other')];
}

function askedBy(
  query: Ast,
  fetch: Ast | null,
  top: Ast | null,
): [count: unknown, offset: unknown] {
  const [limit, offset] = readClause(query.limit_clause);
  if (top) return [quantityOf(top), offset];
  return [fetch ? (fetch.quantity ?? ONE) : limit, offset];
}

/** @returns the parser's trees of what LIMIT and OFFSET say */
function readClause(clause: unknown): [limit: unknown, offset: unknown] {
  if (!isAst(clause)) return [null, null];
  const [variant, body] = variantOf(clause);
  if (listOf(body.limit_by).length > 0) throw new Unreadable('LIMIT BY');
  if (variant === 'OffsetCommaLimit') return [body.limit, body.offset];
  return [body.limit, isAst(body.offset) ? body.offset.value : null];
}

function quantityOf(top: Ast): unknown {
  const [variant, body] = variantOf(top.quantity);
  if (variant !== 'Constant') return asAst(top.quantity).Expr;
  return numberOf(String(body['']));
}

/** The parser's tree of a number. */
const numberOf = (digits: string): Ast => ({ Value: { value: { Number: [digits, false] } } });
/** What FETCH FIRST ROW ONLY says. */
const ONE = numberOf('1');

/** Reads FOR UPDATE and the like: it changes no result, but what others can do meanwhile. */
export function readLocks({ locks }: Ast): Node[] {
  return listOf(locks)
    .map(asAst)
    .map(({ lock_type: kind, nonblock }) => {
      if (nonblock) throw new Unreadable('rows that others lock');
      return node('locks@any', [], 'other', { value: wordOf(kind) });
    });
}
