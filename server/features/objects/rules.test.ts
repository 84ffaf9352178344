import { describe, expect, it } from 'vitest';
import { OBJECT_STATUSES, type ObjectStatus } from '../../../contract/objects.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { ProblemError } from '../../platform/problem.ts';
import type { StoredObject } from './repository.ts';
import { type EditorRoles, decideEdit } from './rules.ts';

const ME = 7;
const NOW = '2026-01-01T00:00:00.000Z';
const object = (over: Partial<StoredObject>): StoredObject => ({
  id: 1,
  project_id: 1,
  side: 'source',
  type_id: 1,
  schema_name: 's',
  object_name: 'o',
  search_key: 's.o',
  status: 'pending',
  test_call: null,
  test_result: null,
  comments: null,
  developer_id: null,
  tester_id: null,
  migrated_by: null,
  tested_by: null,
  migrated_at: null,
  verified_at: null,
  returned_at: null,
  returned_reason: null,
  due_date: null,
  due_told: null,
  missing_since: null,
  pair_id: null,
  stale_since: null,
  stale_reason: null,
  against_evidence: null,
  against_reason: null,
  version: 1,
  created_at: '',
  created_by: null,
  updated_at: '',
  ...over,
});

const DEVELOPER: EditorRoles = { developer: true, tester: false, administrator: false };
const TESTER: EditorRoles = { developer: false, tester: true, administrator: false };
const BOTH: EditorRoles = { developer: true, tester: true, administrator: true };

/** Every move of the status that a person may make, per side. */
const ALLOWED: [StoredObject['side'], string, EditorRoles, string[]][] = [
  ['source', 'developer', DEVELOPER, ['pending→migrated', 'migrated→pending']],
  ['source', 'tester', TESTER, ['migrated→verified', 'migrated→pending', 'verified→pending']],
  [
    'source',
    'both',
    BOTH,
    ['pending→migrated', 'migrated→pending', 'migrated→verified', 'verified→pending'],
  ],
  ['target', 'developer', DEVELOPER, []],
  ['target', 'tester', TESTER, ['pending→verified', 'verified→pending']],
];

const moves = OBJECT_STATUSES.flatMap((from) =>
  OBJECT_STATUSES.filter((to) => to !== from).map(
    (to) => [from, to] as [ObjectStatus, ObjectStatus],
  ),
);

describe.each(ALLOWED)('on the %s side a %s', (side, _name, roles, allowed) => {
  // covers: 4.object.1, D1.1
  it.each(moves)('moving %s to %s', (from, to) => {
    const attempt = (): string | undefined => {
      try {
        return decideEdit(object({ side, status: from }), { status: to }, ME, roles, NOW).status;
      } catch (error) {
        return error instanceof ProblemError ? error.said.code : String(error);
      }
    };
    const move = `${from}→${to}`;
    const refusal =
      side === 'source' && move === 'pending→verified'
        ? 'fixed.pendingToVerified'
        : 'object.noSuchStep';
    expect(attempt()).toBe(allowed.includes(move) ? to : refusal);
  });
});

describe('an edit', () => {
  // covers: 4.object.2, 8.status.1, D1.2, D22.1
  it('refuses pending to verified on the source side in the specified words', () => {
    expect(() => decideEdit(object({}), { status: 'verified' }, ME, BOTH, NOW)).toThrow(
      TEXTS.pendingToVerified,
    );
  });

  // covers: 3.object.2, D1.5
  it('records who migrated and who tested', () => {
    expect(decideEdit(object({}), { status: 'migrated' }, ME, BOTH, NOW)).toEqual({
      status: 'migrated',
      migrated_by: ME,
      migrated_at: NOW,
    });
    expect(
      decideEdit(
        object({ status: 'migrated', migrated_by: 3, migrated_at: 'then' }),
        { status: 'verified' },
        ME,
        TESTER,
        NOW,
      ),
    ).toEqual({
      status: 'verified',
      verified_at: NOW,
      tested_by: ME,
    });
    expect(
      decideEdit(
        object({ status: 'migrated', migrated_by: 3, migrated_at: 'then' }),
        { status: 'pending' },
        ME,
        TESTER,
        NOW,
      ),
    ).toEqual({
      status: 'pending',
      migrated_by: null,
      migrated_at: null,
      tested_by: ME,
      returned_at: NOW,
    });
  });

  // covers: 6.roles.2
  it("leaves a tester's fields alone when a developer sends the row back whole", () => {
    const stored = object({ test_call: 'select 1', test_result: 'ok' });
    const sent = { status: 'pending', test_call: 'x', test_result: 'y', comments: 'done' } as const;
    expect(decideEdit(stored, sent, ME, DEVELOPER, NOW)).toEqual({ comments: 'done' });
  });

  it('counts a recorded test as tested, and an empty text as none', () => {
    expect(decideEdit(object({}), { test_result: 'ok', comments: '' }, ME, TESTER, NOW)).toEqual({
      test_result: 'ok',
      tested_by: ME,
    });
    expect(decideEdit(object({ comments: 'old' }), { comments: '' }, ME, TESTER, NOW)).toEqual({
      comments: null,
    });
  });

  it('changes nothing when nothing differs', () => {
    const stored = object({ test_call: 'a', comments: 'b' });
    expect(
      decideEdit(stored, { status: 'pending', test_call: 'a', comments: 'b' }, ME, BOTH, NOW),
    ).toEqual({});
  });
});
