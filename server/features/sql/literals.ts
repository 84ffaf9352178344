import { bare, listOf, variantOf } from './ast.ts';
import type { Scope } from './scope.ts';
import { type Node, NULL, literal, node } from './tree.ts';
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
