import { expect, it } from 'vitest';
import { formatSpan } from './format.ts';

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
