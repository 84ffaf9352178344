import { expect, it } from 'vitest';
import type { Finding } from '../../../../contract/proof/definitions.ts';
import { splitAtDifferences } from '../rows/value.tsx';
import { groupFindings } from './findings.tsx';
import { asComments, asScript } from './script.ts';

const finding = (name: string, over: Partial<Finding> = {}): Finding => ({
  code: 'type.range',
  part: 'column',
  name,
  answer: 'compatible',
  severity: 'info',
  source: 'int',
  target: 'bigint',
  detail: 'The target accepts larger numbers.',
  detail_said: { code: 'type.largerNumbers' },
  advice: 'No action needed if this is intended.',
  advice_said: { code: 'definition.nothingToDo' },
  likely: null,
  unmended: null,
  unmended_said: null,
  repair: null,
  removal: null,
  accepted: null,
  ...over,
});

const namesOf = (findings: readonly Finding[]) =>
  groupFindings(findings).map(({ names, source, target }) => [names.join(), source, target]);

it('says once what is the same of many columns', () => {
  const risky = { severity: 'warning' } as const;
  expect(
    namesOf([
      finding('a'),
      finding('b'),
      finding('c', { source: 'smallint' }),
      finding('d', risky),
      finding('e', risky),
    ]),
  ).toEqual([
    ['a,b', 'int', 'bigint'],
    ['c', 'smallint', 'bigint'],
    ['d,e', 'int', 'bigint'],
  ]);
});

it('sizes of types tell findings apart only where these are about sizes', () => {
  const kind = (name: string, source: string, code = 'type.kind') =>
    finding(name, { code, source, target: 'text', severity: 'warning' });
  expect(namesOf([kind('a', 'varbinary(255)'), kind('b', 'varbinary(32)')])).toEqual([
    ['a,b', 'varbinary', 'text'],
  ]);
  expect(namesOf([kind('a', 'varbinary(32)'), kind('b', 'varbinary(32)')])).toEqual([
    ['a,b', 'varbinary(32)', 'text'],
  ]);
  expect(namesOf([kind('a', "enum('1')"), kind('b', "enum('2')")])).toHaveLength(2);
  const length = (name: string, source: string) => kind(name, source, 'type.length');
  expect(namesOf([length('a', 'varchar(255)'), length('b', 'varchar(32)')])).toHaveLength(2);
});

it('what one acceptance covers, and what has a statement, stays apart from the rest', () => {
  const accepted = { id: 7, reason: 'agreed', until: null };
  expect(
    namesOf([
      finding('a', { accepted }),
      finding('b', { accepted }),
      finding('c', { accepted: { ...accepted, id: 8 } }),
      finding('d'),
      finding('e', { repair: ['ALTER e'] }),
    ]).map(([names]) => names),
  ).toEqual(['a,b', 'c', 'd', 'e']);
  const [both] = groupFindings([
    finding('a', { repair: ['ALTER t', 'ALTER a'] }),
    finding('b', { repair: ['ALTER t', 'ALTER b'] }),
  ]);
  expect(both!.repair).toEqual(['ALTER t', 'ALTER a', 'ALTER b']);
});

it('what says something else, or is about a whole object, stays apart', () => {
  const others: Partial<Finding>[] = [
    { part: 'index' },
    { detail: 'Small numbers do not fit.' },
    { unmended: 'Not all of it.' },
  ];
  for (const other of others) expect(namesOf([finding('a'), finding('b', other)])).toHaveLength(2);
  const whole = { ...finding(''), name: null };
  expect(groupFindings([whole, whole]).map(({ names }) => names)).toEqual([[], []]);
});

it('finds what differs within two values', () => {
  const marked = (text: string, other: string) =>
    splitAtDifferences(text, other)
      .map(({ part, differs }) => (differs ? `[${part}]` : part))
      .join('');
  expect(marked('customer 7 goes on', 'customer 7 goes off')).toBe('customer 7 goes o[n]');
  expect(marked('aa', 'aaa')).toBe('aa');
  expect(marked('Élodie', 'Elodie')).toBe('[É]lodie');
  expect(marked('one\r\nlong line\r\nthree', 'one\nlong line\nthree')).toBe(
    'one[\r]\nlong line[\r]\nthree',
  );
  expect(marked('😀 x', '😁 x')).toBe('[😀] x');
  // With more changes than a reader could follow, it is one part.
  // What both begin with can be shortened, what the other one has before it not.
  expect(splitAtDifferences('long', '  long')).toEqual([
    { part: '', differs: false },
    { part: 'long', differs: false },
  ]);
  expect(splitAtDifferences('long', `${'-'.repeat(20)}long`)[0]).toEqual({
    part: '',
    differs: false,
  });
  const [many, others] = ['a', 'b'].map((letter) => `<${`${letter}-`.repeat(9)}>`);
  expect(marked(many!, others!)).toBe(`<[${'a-'.repeat(8)}a]->`);
});

it('a note of many columns keeps the statements of all', () => {
  const [both, alone] = groupFindings([
    finding('a', { removal: ['DROP a'] }),
    finding('b', { removal: ['DROP b'] }),
    finding('c'),
  ]);
  expect(both).toMatchObject({ names: ['a', 'b'], removal: ['DROP a', 'DROP b'] });
  expect(alone).toMatchObject({ name: 'c', removal: null });
});

it('no line of a comment is run, whatever stands in a name', () => {
  expect(asComments(['DROP TABLE "a\nb\r\nc\u2028d"', 'DROP VIEW v'])).toBe(
    '-- DROP TABLE "a\n-- b\r\n-- c\u2028-- d";\n-- DROP VIEW v;',
  );
});

it('a program of MySQL is one statement for its clients, too', () => {
  const program =
    'CREATE TRIGGER `a`.`t` BEFORE INSERT ON `a`.`b` FOR EACH ROW BEGIN SET @x = 1; END';
  expect(asScript(['DROP VIEW v', program])).toBe(
    `DROP VIEW v;\nDELIMITER //\n${program}//\nDELIMITER ;`,
  );
  expect(asScript([program.replace('1', "'//'")])).toContain('DELIMITER $$\nCREATE');
  expect(asScript([program.replaceAll('`', '"')])).not.toContain('DELIMITER');
});
