import { COLUMN } from '../../../contract/proof/tolerances.ts';
import type { Connector } from '../connector.ts';
import { tokensOf } from './sql-tokens.ts';

type Spelling = Pick<Connector, 'callSyntax' | 'sqlRules'>;

/** A name as the engine quotes it. */
export function quoteName({ sqlRules }: Pick<Spelling, 'sqlRules'>, name: string): string {
  const [open, close] = sqlRules.writing.quotes;
  return `${open}${name.replaceAll(close, close + close)}${close}`;
}

/**
 * An expression for many columns as that for one of them.
 * @returns null where it has no `{column}` outside of texts, quoted names and comments, and so would not read the column
 */
export function expressionFor(
  connector: Spelling,
  expression: string,
  column: string,
): string | null {
  const tokens = [...tokensOf(expression, connector.callSyntax.spelling)];
  const parts: string[] = [];
  let isNamed = false;
  for (let index = 0; index < tokens.length; index += 1) {
    const three = tokens.slice(index, index + 3).map(({ text }) => text);
    if (three.join('') === COLUMN && three.length === 3) {
      parts.push(quoteName(connector, column));
      isNamed = true;
      index += 2;
    } else parts.push(tokens[index]!.text);
  }
  return isNamed ? parts.join('') : null;
}
