import { describe, expect, it } from 'vitest';
import type { SequenceDefinition } from '../../../../../../connectors/core/definitions.ts';
import type { FINDING_ANSWERS } from '../../../../../../contract/proof/definitions.ts';
import {
  sampleColumn as column,
  sampleTable as table,
} from '../../../../../../tests/support/sample-definitions.ts';
import { judgeNumbering } from '../../outcome.ts';
import type { JudgedFinding } from '../raw-finding.ts';

const NUMBERING = { increment: '1', least: '1', most: null, cycles: false };
const numbered = (reached?: { next: string; largest: string } | null) =>
  table([
    column('id', {
      identity: true,
      numbering: { ...NUMBERING, ...(reached !== undefined && { reached }) },
    }),
  ]);
const sequence = (over: Partial<SequenceDefinition> = {}): SequenceDefinition => ({
  kind: 'sequence',
  name: 'orders',
  start: null,
  ...NUMBERING,
  cache: null,
  next: '5',
  ...over,
});
const found = (
  code: string,
  answer: (typeof FINDING_ANSWERS)[number] = 'different',
  accepted: JudgedFinding['accepted'] = null,
) => ({ code, answer, accepted }) as JudgedFinding;
const KNOWN = { next: '9', largest: '8' };
const plain = table([column('id')]);

describe('what findings come to for next numbers', () => {
  it('is none if the target generates no numbers, or if the source cycles', () => {
    expect(judgeNumbering({ source: numbered(KNOWN), target: plain }, [])).toBe('none');
    const cycling = sequence({ cycles: true });
    expect(judgeNumbering({ source: cycling, target: sequence() }, [])).toBe('none');
  });

  it('is above if everything was read and nothing was found', () => {
    expect(judgeNumbering({ source: plain, target: numbered(KNOWN) }, [])).toBe('above');
    expect(judgeNumbering({ source: sequence(), target: sequence() }, [])).toBe('above');
    // SQLite's next number follows the largest by itself.
    const followed = table([column('id', { identity: true })]);
    expect(judgeNumbering({ source: plain, target: followed }, [])).toBe('above');
  });

  it('is not known where it was not asked, or could not be read', () => {
    expect(judgeNumbering({ source: plain, target: numbered() }, [])).toBe('unknown');
    const sides = { source: plain, target: numbered(KNOWN) };
    expect(judgeNumbering(sides, [found('numbering.unread', 'same')])).toBe('unknown');
    expect(judgeNumbering(sides, [found('object.kind', 'different')])).toBe('unknown');
    // A table that was a view was looked into.
    expect(judgeNumbering(sides, [found('object.kind', 'compatible')])).toBe('above');
    const two = { source: sequence(), target: sequence() };
    expect(judgeNumbering(two, [found('sequence.unread', 'same')])).toBe('unknown');
    expect(judgeNumbering(two, [found('sequence.otherWay')])).toBe('unknown');
  });

  it('is behind if one of them is, whatever is unknown, unless it is accepted', () => {
    const sides = { source: plain, target: numbered(KNOWN) };
    const unread = found('numbering.unread', 'same');
    expect(judgeNumbering(sides, [unread, found('numbering.behind')])).toBe('behind');
    const accepted = found('numbering.behind', 'different', { id: 1, reason: 'r', until: null });
    expect(judgeNumbering(sides, [accepted])).toBe('above');
    expect(judgeNumbering(sides, [unread, accepted])).toBe('unknown');
    const two = { source: sequence(), target: sequence() };
    expect(judgeNumbering(two, [found('sequence.behind')])).toBe('behind');
  });
});
