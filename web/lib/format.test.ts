import { expect, it } from 'vitest';
import { formatShortDate, formatSpan, listOf } from './format.ts';
import { i18n } from './i18n/index.ts';

it('says once what two dates share, and what is not known of them', () => {
  const plain = (from: string | null, to: string | null) =>
    formatSpan(from, to).replaceAll('\u2009', ' ');
  expect(plain('2026-11-04', '2026-11-15')).toBe('Nov 4 – 15, 2026');
  expect(plain('2026-11-30', '2026-12-02')).toBe('Nov 30 – Dec 2, 2026');
  expect(plain('2026-12-30', '2027-01-04')).toBe('Dec 30, 2026 – Jan 4, 2027');
  expect(plain('2026-11-04', '2026-11-04')).toBe('Nov 4, 2026');
  expect(plain('2026-11-04', null)).toBe('Nov 4, 2026 – …');
  expect(plain(null, '2026-11-04')).toBe('… – Nov 4, 2026');
  expect(plain('2026-11-15', '2026-11-04')).toBe('Nov 15, 2026 – Nov 4, 2026');
});

it('leaves out the current year of a date, and no other', () => {
  const today = new Date('2026-11-26T12:00:00');
  expect(formatShortDate('2026-11-05', today)).toBe('Nov 5');
  expect(formatShortDate('2027-01-14', today)).toBe('Jan 14, 2027');
  expect(formatShortDate(null, today)).toBe('');
  expect(formatShortDate('soon', today)).toBe('soon');
});

it('parts the words of a list as the language does, each in its own direction', async () => {
  expect(listOf(['3', '4', 'ann'])).toBe('3, 4, ann');
  await i18n.changeLanguage('ar');
  expect(listOf(['3', '4', 'عنوان', 'ann-2'])).toBe('\u200f3، 4، عنوان، \u2068ann-2\u2069');
  expect([listOf([]), listOf(['3'])]).toEqual(['', '3']);
  await i18n.changeLanguage('en');
});
