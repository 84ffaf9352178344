import { expect, test } from 'vitest';
import { describePackageRoutines, readPackageRoutines, spellType } from './packages.ts';

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

const BODY = `AS
  counter INT;
  -- PROCEDURE none;
  FUNCTION salary(employee INT, IN OUT x VARCHAR2 ( 20 ), "OUT" IN DECIMAL(10,2) DEFAULT 1, b OUT NUMBER)
    RETURN DECIMAL(10,2) DETERMINISTIC AS
    y INT; BEGIN IF x = 'PROCEDURE a; END' THEN RETURN 1; END IF; RETURN 2; END;
  PROCEDURE raise AS BEGIN NULL; END;
BEGIN
  SET counter = 1;
END`;

test('what a routine takes, gives and does', () => {
  const [salary] = describePackageRoutines(BODY, 'FUNCTION');
  expect(salary).toMatchObject({
    name: 'salary',
    parameters: [
      { name: 'employee', mode: 'in', type: 'INT' },
      { name: 'x', mode: 'inout', type: 'VARCHAR2 ( 20 )' },
      { name: 'OUT', mode: 'in', type: 'DECIMAL(10,2)' },
      { name: 'b', mode: 'out', type: 'NUMBER' },
    ],
    returns: 'DECIMAL(10,2)',
  });
  expect(salary?.text).toMatch(/^FUNCTION salary\(employee[^]*RETURN 2; END;$/);
  const [raise] = describePackageRoutines(BODY, 'PROCEDURE');
  expect(raise).toMatchObject({ name: 'raise', parameters: [], returns: null });
});

test.each([
  ['VARCHAR2 ( 20 )', 'varchar(20)'],
  ['NUMBER(10, 2)', 'decimal(10,2)'],
  ['NUMBER', 'double'],
  ['Date', 'datetime'],
  ['INT', 'int'],
  ['notes.body%TYPE', 'notes.body%type'],
])('the type %s is %s', (written, own) => {
  expect(spellType(written)).toBe(own);
});
