import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TEXTS } from '../../../contract/texts.ts';
import { ApiError, errorText } from '../api.ts';
import { fieldMessage } from '../forms.ts';
import { changeLanguage } from './index.ts';
import { translateSentence } from './sentences.ts';
// The labels of its fields.
import '../../features/projects/texts.ts';

const contract = import.meta.glob<string>(
  ['../../../contract/*.ts', '!../../../contract/*.test.ts'],
  { query: '?raw', import: 'default', eager: true },
);
const server = import.meta.glob<string>(
  [
    '../../../server/features/{assignments,auth,members,objects,projects,spreadsheet,users}/*.ts',
    '../../../server/features/{inventory,sample}/{routes,service}.ts',
    '../../../server/platform/http/*.ts',
    '!../../../server/**/*.test.ts',
  ],
  { query: '?raw', import: 'default', eager: true },
);

const connectors = import.meta.glob<string>(
  ['../../../connectors/**/*.ts', '!../../../connectors/**/{*.test,*fixture,*exam,testing/*}.ts'],
  { query: '?raw', import: 'default', eager: true },
);

const ofProof = import.meta.glob<string>(
  ['../../../server/features/proof/**/*.ts', '../../../server/features/databases/pool.ts'],
  { query: '?raw', import: 'default', eager: true },
);
const proof = Object.fromEntries(
  Object.entries(ofProof).filter(([path]) => !/(?:\.test|fixture)\.ts$/.test(path)),
);

const QUOTED = String.raw`(?:'([^'\n]+)'|"([^"\n]+)"|\`([^\`]+)\`)`;
const sentencesIn = (files: Record<string, string>, before: string) =>
  Object.values(files).flatMap((source) =>
    [...source.matchAll(new RegExp(before + QUOTED, 'g'))].map(([, one, other, template]) =>
      (one ?? other ?? template ?? '').replaceAll(/\$\{[^}]*\}/g, 'x'),
    ),
  );
const isWords = (text: string) => text.includes(' ');

/** What stands in sentences of connectors where it is more than a name. */
const WORDS: Record<string, string> = {
  user: 'user "x"',
  database: 'service "x"',
  other: 'Check it, or enter sid: and the SID',
  wayOut: 'or enter the port of the instance instead of its name',
};

/** Whole sentences of a source, with `x` for each name, and the last of several endings. */
function wholeSentences(source: string): string[] {
  const code = source.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '').replaceAll(/\/\/ .*$/gm, '');
  const texts = code.matchAll(/'((?:[^'\n\\]|\\.)+)'|"([^"\n]+)"|`((?:[^`\\]|\\.)+)`/g);
  const fill = (text: string) =>
    text
      .replaceAll(/\$\{((?:[^{}`]|`[^`]*`)*)\}/g, (_, name: string) => {
        const ending = /: '([^']*)'\s*$/.exec(name)?.[1];
        return WORDS[name] ?? ending ?? 'x';
      })
      .replaceAll(/%([a-z]+)/g, (_, name: string) => WORDS[name] ?? 'x')
      .replaceAll('\\`', '`');
  return [...texts]
    .map(([, one, other, template]) => fill(one ?? other ?? template ?? ''))
    .filter((text) => /^[^\n]+ [^\n]+ [^\n]+\.$/.test(text) && !/\b(?:SELECT|FROM) /.test(text));
}

/** What operators and programmers read. */
const NOT_ON_SCREENS = [
  'Somebody else works on this run.',
  // Stands in the test result, which people change.
  'Equal on both sides: x.',
  'x of x equal on both sides. x: the evidence of the pair says more.',
  'The run was stopped: x.',
  '"x" is not a network such as 10.0.0.0/8 or fd00::/8.',
  'The question was given up.',
  'No TCP port.',
  'The reader has ended.',
];

beforeAll(() => changeLanguage('de'));
afterEach(() => changeLanguage('de'));

describe('what the server says in English is said in German', () => {
  it.each([
    ['validators of the contract', contract, String.raw`\b(?:error|message): `],
    ['messages for fields', server, String.raw`\bmessage: `],
    ['refusals', server, String.raw`\b(?:forbidden|conflict|refuse)\(\s*`],
    ['problems', server, String.raw`new ProblemError\(\s*'[\w-]+',\s*`],
  ])('%s', (_, files, before) => {
    const found = sentencesIn(files, before).filter(isWords);
    expect(found.length).toBeGreaterThan(3);
    expect(found.filter((sentence) => translateSentence(sentence) === sentence)).toEqual([]);
  });

  it('sentences of connectors, whole or behind the name of a server or file', () => {
    const found = Object.values(connectors)
      .flatMap(wholeSentences)
      .filter((sentence) => !NOT_ON_SCREENS.includes(sentence));
    expect(found.length).toBeGreaterThan(100);
    const heads = ['', 'x ', 'x: ', 'The SQLite file x '];
    const isKnown = (sentence: string) =>
      heads.some((head) => translateSentence(head + sentence) !== head + sentence);
    expect(found.filter((sentence) => !isKnown(sentence))).toEqual([]);
  });

  it('findings, notes and refusals of comparisons and calls', () => {
    const found = [
      ...Object.values(proof).flatMap(wholeSentences),
      ...sentencesIn(proof, String.raw`\bmessage: `).filter(isWords),
      ...sentencesIn(proof, String.raw`\b(?:forbidden|conflict|notFound)\(\s*`).map((text) =>
        text.endsWith('.') ? text : `${text} does not exist.`,
      ),
      ...sentencesIn(proof, String.raw`(?:\) =>|reason =)\s*`).filter(isWords),
    ].filter((sentence) => !NOT_ON_SCREENS.includes(sentence) && !/^[x →]+$/.test(sentence));
    expect(found.length).toBeGreaterThan(150);
    expect(found.filter((sentence) => translateSentence(sentence) === sentence)).toEqual([]);
  });

  it('the fixed texts, too', () => {
    const { isRequired, ...texts } = TEXTS;
    const shown = ['greeting', 'projectAdded', 'userAdded'];
    for (const [name, text] of Object.entries(texts)) {
      if (!shown.includes(name)) expect(translateSentence(text), name).not.toBe(text);
    }
    expect(translateSentence(isRequired('Kunde'))).toBe('Kunde ist erforderlich');
  });
});

it('takes over names and numbers, and translates what stands in their place', () => {
  const said = 'dora is now tester of project Shop to PostgreSQL.';
  expect(translateSentence(said)).toBe('dora ist jetzt im Projekt Shop to PostgreSQL: Tester.');
  expect(translateSentence('This project does not exist.')).toBe('Dieses Projekt gibt es nicht.');
  expect(fieldMessage('Passwort', { message: 'must be at least 8 characters long' })).toBe(
    'Passwort muss mindestens 8 Zeichen lang sein',
  );
});

it('names the fields of a refusal by their labels', () => {
  const errors = [
    { field: 'Project_Name', message: 'is required' },
    { field: 'source_port', message: 'must be a number' },
  ];
  const detail = 'Project_Name is required; source_port must be a number.';
  const refusal = {
    type: '/problems/invalid',
    title: 'Invalid input',
    status: 422,
    detail,
    errors,
  };
  expect(errorText(new ApiError(refusal))).toBe(
    'Projektname ist erforderlich; Quell-Port muss eine Zahl sein.',
  );
});

it('says wholly in another language what a connection test may answer', async () => {
  const refused = 'PostgreSQL at db:5432 refused user "dora" and the password. Check both.';
  expect(translateSentence(refused)).toBe(
    'PostgreSQL auf db:5432 hat den Benutzer „dora“ und das Passwort abgelehnt. Prüfen Sie beides.',
  );
  const wrong = 'db:1433 answers, but it is not an Oracle server. Check the port.';
  expect(translateSentence(wrong)).toContain('kein Oracle-Server');
  const composed =
    'SQL Server at db:1433: user "dora" lacks a permission for that in the database "shop". It was about "dbo"."notes". Check that it is still there, and that the account may read it.';
  expect(translateSentence(composed)).toBe(
    'SQL Server auf db:1433: Benutzer „dora“ hat dazu keine Berechtigung für die Datenbank „shop“. Es ging um "dbo"."notes". Prüfen Sie, ob es das noch gibt und ob das Konto es lesen darf.',
  );
  expect(translateSentence('MySQL / MariaDB at db:3306 has no database "tables".')).toBe(
    'MySQL / MariaDB auf db:3306 hat keine Datenbank „tables“.',
  );
  await changeLanguage('ar');
  const sentOn =
    'Oracle at db:1521 sends its clients on to rac:1522. Oracle at rac:1522 knows no service "orcl". Check it, or enter sid: and the SID.';
  expect(translateSentence(sentOn)).not.toMatch(/sends|knows|Check/);
});

it('takes over names and values of databases as they are', () => {
  expect(translateSentence('Only the source has these columns: source.')).toBe(
    'Nur die Quelle hat diese Spalten: source.',
  );
  expect(translateSentence('Result set 2: Only on the target: (1, Ende. Aus).')).toBe(
    'Ergebnismenge 2: Nur auf dem Ziel: (1, Ende. Aus).',
  );
  expect(translateSentence('total: the least value is 3 on the source and 4 on the target.')).toBe(
    'total: der kleinste Wert ist 3 auf der Quelle und 4 auf dem Ziel.',
  );
});

it('leaves alone what it does not know, and all of it in English', async () => {
  expect(translateSentence('ORA-00942 and so on')).toBe('ORA-00942 and so on');
  await changeLanguage('en');
  expect(translateSentence('Sign in first.')).toBe('Sign in first.');
});
