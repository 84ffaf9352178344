import { describe, expect, it } from 'vitest';
import type { SequenceDefinition } from '../../../../../connectors/core/definitions.ts';
import { compareSequences } from './compare-sequences.ts';

const sequence = (over: Partial<SequenceDefinition> = {}): SequenceDefinition => ({
  kind: 'sequence',
  name: 'orders',
  start: '1',
  increment: '1',
  least: '1',
  most: '9223372036854775807',
  cycles: false,
  cache: '1',
  next: '50',
  ...over,
});
const compare = (source: Partial<SequenceDefinition>, target: Partial<SequenceDefinition>) =>
  compareSequences(sequence(source), sequence(target)).map(
    ({ code, severity }) => `${code} ${severity}`,
  );

describe('two sequences', () => {
  it('are equal if nothing differs, and if both ends are out of reach', () => {
    expect(compare({}, {})).toEqual([]);
    const oracle = { most: '9999999999999999999999999999' };
    expect(compare(oracle, {})).toEqual([]);
    expect(compare({}, { most: null })).toEqual([]);
    expect(compare({ most: '9223372036854775806' }, {})).toEqual([]);
  });

  it('collide if the target continues below the source', () => {
    expect(compare({ next: '50' }, { next: '49' })).toEqual(['sequence.behind error']);
    expect(compare({ next: '50' }, { next: '50' })).toEqual([]);
    expect(compare({ next: '50' }, { next: '9000' })).toEqual([]);
    // Above what numbers of JavaScript tell apart.
    expect(compare({ next: '9007199254740993' }, { next: '9007199254740992' })).toEqual([
      'sequence.behind error',
    ]);
  });

  it('collide likewise where they fall', () => {
    const falling = { increment: '-1', least: '-500', most: '-1' };
    expect(compare({ ...falling, next: '-50' }, { ...falling, next: '-49' })).toEqual([
      'sequence.behind error',
    ]);
    expect(compare({ ...falling, next: '-50' }, { ...falling, next: '-51' })).toEqual([]);
    expect(compare(falling, { ...falling, least: '-400' })).toEqual(['sequence.end warning']);
  });

  it('have no comparable next number if they cycle, or if one could not be read', () => {
    const cycling = { cycles: true, most: '100' };
    expect(compare({ ...cycling, next: '50' }, { ...cycling, next: '3' })).toEqual([]);
    expect(compare({ next: null }, {})).toEqual(['sequence.unread info']);
    expect(compare({}, { next: null })).toEqual(['sequence.unread info']);
  });

  it('differ in step, direction, end, cycle, start and cache, each by what it does', () => {
    expect(compare({}, { increment: '10' })).toEqual(['sequence.step warning']);
    expect(compare({}, { increment: '-1' })).toEqual(['sequence.otherWay error']);
    expect(compare({ most: '1000' }, { most: '500' })).toEqual(['sequence.end warning']);
    expect(compare({}, { most: '500' })).toEqual(['sequence.end warning']);
    expect(compare({ most: '500' }, {})).toEqual(['sequence.laterEnd info']);
    expect(compare({}, { cycles: true })).toEqual(['sequence.cycles warning']);
    expect(compare({}, { start: '7' })).toEqual(['sequence.start info']);
    expect(compare({ start: null }, { start: '7' })).toEqual([]);
    expect(compare({}, { cache: '20' })).toEqual(['sequence.cache info']);
  });
});
