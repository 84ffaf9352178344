import { describe, expect, it } from 'vitest';
import { safeReturn } from './guard.ts';

describe('the way back after a login', () => {
  it('leads to addresses of this site only', () => {
    expect(safeReturn('/testing?project=12&side=target')).toBe('/testing?project=12&side=target');
    for (const from of [
      undefined,
      '',
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
    ]) {
      expect(safeReturn(from)).toBeUndefined();
    }
  });

  it('does not lead to the login again', () => {
    expect(safeReturn('/login?from=/login')).toBeUndefined();
  });
});
