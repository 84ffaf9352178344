import { expect, test } from 'vitest';
import { readPackageRoutines } from './packages.ts';

test('what a package declares: nothing from comments, texts and quoted names', () => {
  const specification = `AS
  -- FUNCTION in_a_comment RETURN INT;
  # PROCEDURE in_another;
  FUNCTION salary(employee INT) RETURN DECIMAL(10,2);
  /* PROCEDURE "hidden; */ PROCEDURE raise(employee INT, "PROCEDURE" DECIMAL(10,2));
  procedure "odd;""name"(a VARCHAR(20)) COMMENT 'it''s; FUNCTION nope \\'; FUNCTION neither';
  FUNCTION \`back\`\`tick\` RETURN INT; PROCEDURE Straße;
END`;
  expect(readPackageRoutines(specification, 'FUNCTION')).toEqual(['salary', 'back`tick']);
  expect(readPackageRoutines(specification, 'PROCEDURE')).toEqual(['raise', 'odd;"name', 'Straße']);
});

test('a package without routines, and one in the form without AS', () => {
  expect(readPackageRoutines('AS END', 'FUNCTION')).toEqual([]);
  expect(readPackageRoutines('', 'FUNCTION')).toEqual([]);
  const plain = 'PROCEDURE first(); FUNCTION second() RETURNS INT; END';
  expect(readPackageRoutines(plain, 'PROCEDURE')).toEqual(['first']);
  expect(readPackageRoutines(plain, 'FUNCTION')).toEqual(['second']);
});
