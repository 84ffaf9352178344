import type { Scope } from './scope.ts';
import { type Node, node } from './tree.ts';

/** A pattern of LIKE without its escapes, so that those of engines compare; what is no literal keeps how it is read. */
export function readPattern(
  pattern: Node,
  given: Node | null,
  { engine, rules }: Pick<Scope, 'engine' | 'rules'>,
): Node {
  const escape = given ? (given.value ?? '') : rules.likeEscape;
  if (pattern.op !== 'literal' || pattern.kind !== 'text')
    return node(`pattern ${escape ?? ''}@${rules.likeClasses ? engine : 'all'}`, [pattern], 'text');
  const text = pattern.value!;
  if (rules.likeClasses && text.includes('[')) return node(`classes@${engine}`, [pattern], 'text');
  const parts: string[] = [];
  const characters = Array.from(text);
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters[index]!;
    if (escape && character === escape) {
      index += 1;
      parts.push(`=${characters[index] ?? ''}`);
    } else parts.push(character === '%' ? '%' : character === '_' ? '_' : `=${character}`);
  }
  return node('pattern', [], 'text', { value: parts.join(''), sure: true });
}
