import { connectorOf } from '../../../../../connectors/registry.ts';
import { isSpace, tokensOf } from '../../../../../connectors/core/sql/sql-tokens.ts';
import type { EngineId } from '../../../../../connectors/engines.ts';
import { type Gap, fillGaps } from '../../../sql/service.ts';
import { layOut } from './lay-out.ts';

/** A program without gaps; `left`: how many lines stay as they are stored on another engine. */
export interface Filled {
  text: string;
  left: number;
}

/** @param spelt - how what stays is spelt where its engine keeps it */
export function filled(
  text: string,
  from: EngineId,
  to: EngineId,
  spelt: (stored: string) => string = (stored) => stored,
): Filled {
  const { ddl } = connectorOf(to);
  const own = connectorOf(from);
  let left = 0;
  const asStored = (stored: string): string => {
    if (from === to) return stored;
    left += stored.split('\n').length;
    return `${stored} /* ${own.name} */`;
  };
  const fill = (gap: Gap, indent: string): string => {
    if ('type' in gap) return (gap.type && ddl.typeOf(gap.type)) ?? asStored(gap.stored);
    if ('expression' in gap) return asStored(inLine(spelt(gap.expression), from));
    const statement = spelt(gap.statement);
    const lines = (layOut(statement, own) ?? statement).split('\n');
    const isPlain = [...tokensOf(statement, own.sql)].every(
      ({ kind, text: token }) => kind !== 'quoted' || !token.includes('\n'),
    );
    return asStored(lines.join(isPlain ? `\n${indent}` : '\n'));
  };
  return { text: fillGaps(text, fill), left };
}

/** An expression without comments and line breaks. */
const inLine = (text: string, engine: EngineId): string =>
  [...tokensOf(text, connectorOf(engine).sql)]
    .map((token) => (isSpace(token) ? ' ' : token.text))
    .join('')
    .trim();

/** Whether so much stays that it is better shown whole in its own dialect. */
export const isMostlyStored = ({ text, left }: Filled): boolean =>
  left * 2 > text.split('\n').length;
