import { describe, expect, it } from 'vitest';
import { MESSAGES } from './catalogue.ts';
import { toEnglish, faultToEnglish, withEnglish } from './english.ts';
import { message, asFault, fault, readFault, readMessageOrText } from './message.ts';

const names = (text: string) => [...text.matchAll(/\{\{(.*?)\}\}/g)].map(([, name]) => name);

describe('a message', () => {
  it('renders English with its parameters', () => {
    const server = message('place.at', { engine: 'PostgreSQL', address: 'db:5432' });
    expect(toEnglish(message('signIn.refused', { server, user: 'tester' }))).toBe(
      'PostgreSQL at db:5432 did not accept user "tester" with this password. Check both.',
    );
    expect(toEnglish(message('access.signIn'))).toBe('Sign in first.');
  });

  it('takes over what people wrote as it is', () => {
    const name = '{{name}} $& $t(word.tester)';
    expect(toEnglish(message('user.nameTaken', { name }))).toBe(
      `The username ${name} is already taken.`,
    );
  });

  it('counts', () => {
    const time = (count: number) => toEnglish(message('time.seconds', { count }));
    expect([time(1), time(30), time(0.5)]).toEqual(['1 second', '30 seconds', '0.5 seconds']);
    const rounded = (digits: number) =>
      toEnglish(message('cause.rounded', { column: 'c', digits, share: 'x' }));
    expect(rounded(1)).toBe('c is rounded to 1 decimal place on the target in x.');
    expect(rounded(2)).toBe('c is rounded to 2 decimal places on the target in x.');
    const cut = message('cause.cut', { column: 'c', length: '1', share: 'x' });
    expect(toEnglish(cut)).toBe('c is truncated to 1 character on the target in x.');
  });

  it('lists several', () => {
    const faults = ['Project_Name', 'Client_Name'].map((field) =>
      message('request.fault', { field, fault: message('field.required') }),
    );
    expect(toEnglish(message('request.invalid', { faults }))).toBe(
      'Project_Name is required; Client_Name is required.',
    );
  });

  it('is only made with all of its parameters', () => {
    const wrong = [
      // @ts-expect-error no user
      message('signIn.refused', { server: 'x' }),
      // @ts-expect-error no such code
      message('database.badlogin'),
      // @ts-expect-error none are wanted
      message('access.signIn', { name: 'x' }),
    ];
    expect(wrong).toHaveLength(3);
  });

  it('is sent beside its English text; plain text is sent without data', () => {
    const signIn = message('access.signIn');
    expect(withEnglish('reason', signIn)).toEqual({
      reason: 'Sign in first.',
      reason_said: signIn,
    });
    expect(withEnglish('reason', 'Own words.')).toEqual({
      reason: 'Own words.',
      reason_said: null,
    });
    expect(withEnglish('reason', null)).toEqual({ reason: null, reason_said: null });
    expect(withEnglish('notes', [signIn, 'Of before.'])).toEqual({
      notes: ['Sign in first.', 'Of before.'],
      notes_said: [signIn, null],
    });
    expect([asFault(signIn), 'Of before.'].map(readMessageOrText)).toEqual([signIn, 'Of before.']);
  });

  it('travels as text where validators carry nothing else', () => {
    const text = fault('field.tooLong', { count: 5 });
    expect(readFault(text)).toEqual(message('field.tooLong', { count: 5 }));
    expect(faultToEnglish(text)).toBe('must be at most 5 characters long');
    expect(faultToEnglish(asFault(message('field.required')))).toBe('is required');
    expect([readFault('Invalid input'), faultToEnglish('Invalid input')]).toEqual([
      null,
      'Invalid input',
    ]);
  });
});

it('the catalogue names parameters by plain words, and has both plural forms where it has one', () => {
  const odd = Object.entries(MESSAGES).filter(
    ([code, text]) =>
      !/^[a-z][A-Za-z]*\.[a-z][A-Za-z\d]*(?:_one|_other)?$/.test(code) ||
      !names(text).every((name) => /^[a-z][A-Za-z]*$/.test(name ?? '')),
  );
  expect(odd).toEqual([]);
  const forms = Object.keys(MESSAGES).filter((code) => /_(?:one|other)$/.test(code));
  const bases = new Set(forms.map((code) => code.replace(/_\w+$/, '')));
  expect(forms.toSorted()).toEqual(
    [...bases].flatMap((b) => [`${b}_one`, `${b}_other`]).toSorted(),
  );
});
