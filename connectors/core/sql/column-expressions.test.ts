import { describe, expect, it } from 'vitest';
import { connectors } from '../../registry.ts';
import { expressionFor } from './column-expressions.ts';

/** Expressions of a project, in which `{column}` stands for each column. */

const QUOTED: Record<string, string> = {
  'SQL Server': '[a"`b]]c]',
  'MySQL / MariaDB': '`a"``b]c`',
};

describe.each(connectors)('for $name', (connector) => {
  const forColumn = (expression: string, name = 'a"`b]c') =>
    expressionFor(connector, expression, name);

  it('take the name of the column as the engine quotes it, in every place', () => {
    const name = QUOTED[connector.name] ?? '"a""`b]c"';
    expect(forColumn('coalesce({column}, 0)+{column}')).toBe(`coalesce(${name}, 0)+${name}`);
    expect(forColumn('{column}', '{column}$&')).toMatch(/^.\{column\}\$&.$/);
  });

  it('leave texts and comments as they are, and name the column outside of these', () => {
    expect(forColumn(`concat('{column}', {column})`, 'x')).toMatch(/^concat\('\{column\}', .x.\)$/);
    for (const unread of [`'{column}'`, '/* {column} */ 1', '{ column }', '{columns}', 'column'])
      expect(forColumn(unread)).toBeNull();
  });
});
