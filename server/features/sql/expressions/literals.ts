import { bare, listOf, variantOf } from '../tree/ast.ts';
import type { Scope } from '../tree/scope.ts';
import { NULL, type Node, literal, node } from '../tree/tree.ts';
import { numberLiteral } from './types.ts';

/** Reads a literal or a placeholder. */
export function readValue(value: unknown, { engine, rules, find }: Scope): Node {
  const [variant, body] = variantOf(value);
  const text = body[''] ?? body.value;
  switch (variant) {
    case 'Null':
      return NULL;
    case 'Boolean':
      return literal(String(text), 'boolean');
    case 'Number':
      return numberLiteral(String(listOf(text)[0]));
    case 'SingleQuotedString':
    case 'DoubleQuotedString':
    case 'EscapedStringLiteral':
    case 'UnicodeStringLiteral':
    case 'NationalStringLiteral':
    case 'DollarQuotedString':
    case 'QuoteDelimitedStringLiteral':
    case 'NationalQuoteDelimitedStringLiteral':
      if (text === '' && rules.parser === 'oracle') return node(`''@${engine}`, [], 'text');
      return literal(String(text), 'text');
    case 'SingleQuotedByteStringLiteral':
      // Bits in MySQL and PostgreSQL: b'1'.
      return node('bits', [], 'other', {
        value: String(text).replace(/^0+(?=.)/, ''),
        notNull: true,
      });
    case 'HexStringLiteral':
      // Bits in PostgreSQL.
      if (rules.parser === 'postgresql')
        return node(`bits@${engine}`, [], 'other', { value: String(text), notNull: true });
      return node('bytes', [], 'other', { value: String(text).toLowerCase(), notNull: true });
    case 'Placeholder':
      return (
        find([{ name: String(text), quoted: false }]) ??
        node(`value@${engine}`, [], 'other', { value: String(text) })
      );
    default:
      return node(`value@${engine}`, [], 'other', { value: JSON.stringify(bare(value)) });
  }
}

/** A LIKE pattern with its escapes resolved, so that engines compare; the node of a computed pattern names the escape character. */
export function readPattern(
  pattern: Node,
  given: Node | null,
  { engine, rules }: Pick<Scope, 'engine' | 'rules'>,
): Node {
  const escape = given ? (given.value ?? '') : rules.likeEscape;
  const isOwn = rules.likeClasses || (escape && mayEndIn(escape, pattern));
  if (pattern.op !== 'literal' || pattern.kind !== 'text')
    return node(`pattern ${escape ?? ''}@${isOwn ? engine : 'all'}`, [pattern], 'text');
  const text = pattern.value!;
  if ((rules.likeClasses && text.includes('[')) || text.endsWith(escape || '\0'))
    return node(`classes@${engine}`, [pattern], 'text');
  return node('pattern', [], 'text', { value: partsOf(text, escape), notNull: true });
}

/** Writes each literal character as `=x`; the wildcards stay `%` and `_`. */
function partsOf(text: string, escape: string | null): string {
  const parts: string[] = [];
  const characters = Array.from(text);
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters[index]!;
    if (escape && character === escape) {
      index += 1;
      parts.push(`=${characters[index] ?? ''}`);
    } else parts.push(character === '%' ? '%' : character === '_' ? '_' : `=${character}`);
  }
  return parts.join('');
}

/** Whether a pattern may end in the escape character, which is an error on some engines and a literal character on others. */
function mayEndIn(escape: string, { op, engine, args, value, kind }: Node): boolean {
  const last = args.at(-1);
  if (op === 'join' && engine === undefined && last) return mayEndIn(escape, last);
  return op !== 'literal' || kind !== 'text' || value === '' || value!.endsWith(escape);
}
