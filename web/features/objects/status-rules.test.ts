import { describe, expect, it } from 'vitest';
import { TEXTS } from '../../../contract/texts.ts';
import { asksForComment, refusal, statusChoices, statusLocked } from './status-rules.ts';

describe('status rules', () => {
  // covers: 4.object.4
  it('refuses pending to verified on the source side only', () => {
    expect(refusal('source', 'pending', 'verified')).toBe(TEXTS.pendingToVerified);
    expect(refusal('target', 'pending', 'verified')).toBeNull();
    expect(refusal('source', 'migrated', 'verified')).toBeNull();
    expect(refusal('source', 'verified', 'pending')).toBeNull();
  });

  // covers: 2.testing.6
  it('offers pending and verified to a tester, and migrated where it is so', () => {
    expect(statusChoices('testing', 'pending')).toEqual(['pending', 'verified']);
    expect(statusChoices('testing', 'verified')).toEqual(['pending', 'verified']);
    expect(statusChoices('testing', 'migrated')).toEqual(['migrated', 'pending', 'verified']);
  });

  it('offers pending and migrated to a developer, who cannot touch what is verified', () => {
    expect(statusChoices('developer', 'pending')).toEqual(['pending', 'migrated']);
    expect(statusLocked('developer', 'verified')).toBe(true);
    expect(statusLocked('testing', 'verified')).toBe(false);
  });

  it('asks for a comment when a row goes back to pending', () => {
    expect(asksForComment('verified', 'pending')).toBe(true);
    expect(asksForComment('pending', 'pending')).toBe(false);
  });
});
