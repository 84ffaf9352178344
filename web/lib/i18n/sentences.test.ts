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

const QUOTED = String.raw`(?:'([^'\n]+)'|"([^"\n]+)"|\`([^\`]+)\`)`;
const sentencesIn = (files: Record<string, string>, before: string) =>
  Object.values(files).flatMap((source) =>
    [...source.matchAll(new RegExp(before + QUOTED, 'g'))].map(([, one, other, template]) =>
      (one ?? other ?? template ?? '').replaceAll(/\$\{[^}]*\}/g, 'x'),
    ),
  );
const isWords = (text: string) => text.includes(' ');

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

it('leaves alone what it does not know, and all of it in English', async () => {
  expect(translateSentence('ORA-00942 and so on')).toBe('ORA-00942 and so on');
  await changeLanguage('en');
  expect(translateSentence('Sign in first.')).toBe('Sign in first.');
});
