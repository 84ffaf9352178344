import { describe, expect, it } from 'vitest';
import { faultToEnglish } from './messages/english.ts';
import { ageRule, emailRule } from './users.ts';

describe('rules for columns that request them', () => {
  it.each(['a@b.c', 'anna.lee+x@mail.example.org', 'ü@münchen.de', ''])('takes %o', (value) => {
    expect(emailRule(value)).toBeUndefined();
  });

  // covers: 5.unused.1
  it.each([
    'anna',
    'anna@',
    '@b.c',
    'a b@c.d',
    'a@b',
    'a@b.',
    'a@.c',
    'a@b..c',
    'a@b@c.d',
    'a@b.c d',
    ' ',
  ])('refuses %o as an e-mail address', (value) => {
    expect(faultToEnglish(emailRule(value) ?? '')).toBe('must be an e-mail address');
  });

  // covers: 5.unused.2, 9.const.6
  it.each(['18', '34', '50', ' 20 ', ''])('takes the age %o', (value) => {
    expect(ageRule(value)).toBeUndefined();
  });

  // covers: 5.unused.2
  it.each(['17', '51', '-20', '20.5', 'twenty', '1e1', '0x14', '1000'])(
    'refuses the age %o',
    (value) => {
      expect(faultToEnglish(ageRule(value) ?? '')).toBe('must be a number from 18 to 50');
    },
  );
});
