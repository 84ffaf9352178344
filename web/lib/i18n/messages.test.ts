import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { toEnglish } from '../../../contract/messages/english.ts';
import { type Message, message, asFault } from '../../../contract/messages/message.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { ApiError, errorText } from '../api.ts';
import { fieldMessage } from '../forms.ts';
import { changeLanguage } from './index.ts';
import { translateAll, translateFault, fixedText, translateMessage } from './messages.ts';

const say = (said: Message) => translateMessage(said, toEnglish(said));
const refusal = (said: Message, errors?: { field: string; message: string; code?: string }[]) =>
  new ApiError({
    type: '/problems/invalid',
    title: 'Invalid input',
    status: 422,
    detail: toEnglish(said),
    ...said,
    ...(errors && { errors }),
  });

beforeAll(() => changeLanguage('de'));
afterEach(() => changeLanguage('de'));
afterAll(() => changeLanguage('en'));

it('what people named stays as it is, even where it is a word of ours', () => {
  expect(say(message('user.nameTaken', { name: 'tester' }))).toBe(
    'Der Benutzername tester ist bereits vergeben.',
  );
  const at = message('place.at', { engine: 'PostgreSQL', address: 'source' });
  const unseen = message('database.noSchema', { database: 'target', server: at, schema: 'views' });
  expect(say(unseen)).toBe(
    'Die Datenbank „target“ von PostgreSQL auf source hat kein Schema „views“.',
  );
  expect(say(message('rows.onlySourceColumns', { columns: 'source, tables' }))).toBe(
    'Nur die Quelle hat diese Spalten: source, tables.',
  );
});

it('what is said within a sentence is said in the same language', async () => {
  const role = message('word.tester');
  const said = message('assignment.nowHas', { name: 'dora', role, project: 'Shop to PostgreSQL' });
  expect(say(said)).toBe('dora ist jetzt Tester im Projekt Shop to PostgreSQL.');
  const what = message('what.thisProject');
  expect(say(message('request.doesNotExist', { what }))).toBe('Dieses Projekt existiert nicht.');
  await changeLanguage('ar');
  const failure = message('listener.sentOn', {
    server: message('place.at', { engine: 'Oracle', address: 'db:1521' }),
    place: 'rac:1522',
    failure: message('database.noService', {
      server: message('place.at', { engine: 'Oracle', address: 'rac:1522' }),
      name: 'orcl',
    }),
  });
  expect(say(failure)).not.toMatch(/sends|knows|Check/);
  const time = (count: number) => say(message('time.seconds', { count }));
  expect(new Set([1, 2, 3, 11].map(time)).size).toBe(4);
});

it('digits and lengths agree in number', async () => {
  const rounded = (digits: number) =>
    say(message('cause.rounded', { column: 'c', digits, share: 'x' }));
  await changeLanguage('de');
  expect(rounded(1)).toContain('auf 1 Nachkommastelle gerundet');
  expect(rounded(2)).toContain('auf 2 Nachkommastellen gerundet');
  await changeLanguage('ar');
  const cut = (length: number) =>
    say(message('cause.cut', { column: 'c', length: String(length), share: 'x' }));
  expect(cut(3)).toContain('أحرف');
  expect(cut(11)).toContain('حرفًا');
});

it('parts of a second are written as the language writes them', () => {
  for (const [number, said] of [
    [4.5, '4,5 Sek.'],
    [0.000001, '0,000001 Sek.'],
  ] as const)
    expect(say(message('cause.seconds', { number }))).toBe(said);
});

it('what was kept is said by the message beside it; what was kept before that is shown as it is', () => {
  const notes = [
    message('rows.onlyTargetColumns', { columns: 'Ende. Aus' }),
    message('rows.measureIs', {
      it: 'source',
      what: message('rows.measureMin'),
      value: 'target',
      there: '4',
    }),
  ];
  expect(
    translateAll(
      [...notes.map(toEnglish), 'A sample was compared, not all rows.'],
      [...notes, null],
    ),
  ).toEqual([
    'Nur das Ziel hat diese Spalten: Ende. Aus.',
    'source: das Minimum ist target auf der Quelle und 4 auf dem Ziel.',
    'A sample was compared, not all rows.',
  ]);
});

it('fields of a refusal are named by their labels', () => {
  const fault = message('request.fault', { field: 'x', fault: message('field.required') });
  const errors = [
    { field: 'Project_Name', message: 'is required', code: 'field.required' },
    { field: 'source_port', message: 'must be a number', code: 'field.notNumber' },
  ];
  expect(errorText(refusal(message('request.invalid', { faults: [fault] }), errors))).toBe(
    'Projektname ist erforderlich; Quell-Port muss eine Zahl sein.',
  );
});

it('what validators say goes on from the label', async () => {
  const tooShort = asFault(message('field.tooShort', { count: 8 }));
  expect(fieldMessage('Passwort', { message: tooShort })).toBe(
    'Passwort muss mindestens 8 Zeichen lang sein',
  );
  await changeLanguage('en');
  expect(fieldMessage('Password', { message: tooShort })).toBe(
    'Password must be at least 8 characters long',
  );
  expect(translateFault('Invalid input')).toBe('Invalid input');
});

it('the fixed texts are as fixed in English, and said in other languages', async () => {
  expect(fixedText('reportDone')).toBe('Der Bericht ist fertig');
  await changeLanguage('en');
  expect(fixedText('reportDone')).toBe(TEXTS.reportDone);
});

it('what has no code, or one that is not known here, is shown in the words that came with it', async () => {
  for (const nothing of [{}, null, undefined])
    expect(translateMessage(nothing, 'ORA-00942 and so on')).toBe('ORA-00942 and so on');
  expect(translateMessage({ code: 'later.version', params: {} }, 'Of a later version.')).toBe(
    'Of a later version.',
  );
  const inner = { code: 'later.version' };
  expect(
    translateMessage({ code: 'request.doesNotExist', params: { what: inner } }, 'In words.'),
  ).toBe('In words.');
  await changeLanguage('en');
  expect(say(message('access.signIn'))).toBe('Sign in first.');
});
