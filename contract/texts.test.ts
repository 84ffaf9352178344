import { expect, it } from 'vitest';
import { NOTIFICATION_MS, TEXTS } from './texts.ts';

// covers: D22.1
it('are those of the specification, to the letter, mistakes included', () => {
  const { isRequired, ...texts } = TEXTS;
  expect(Object.values(texts)).toEqual([
    'Welcome to DB Migration Utility',
    'Login Error',
    'Error',
    'Success',
    'Successfully assigned to Developer',
    'Successfully assigned to Tester',
    'Pending status cannot be directly changed into verifed',
    'task successfull',
    'project added',
    'user added!!!',
    'Import into mysql database Suucessfull!!',
    'Imported into target table successfully!!!',
  ]);
  expect(isRequired('Client Name')).toBe('Client Name is required');
  expect(NOTIFICATION_MS).toBe(10_000);
});
