import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { readConfig } from '../config.ts';
import { createRooms } from './body-limits.ts';

const MEGABYTE = 1024 * 1024;
const { bodies } = readConfig({});
const list = { bulk: true, access: { who: 'administrator' } } as Endpoint;
const other = { access: { who: 'signed-in' } } as unknown as Endpoint;
/** More than everybody may have together. */
const ALL = 10_000 * MEGABYTE;

describe('the room for bodies under way', () => {
  it.each([
    ['bytes', ALL, 0],
    ['values', 0, ALL],
  ])('is full of %s, and empty again when they have left', (_, bytes, values) => {
    const rooms = createRooms(bodies);
    const first = rooms.enter(other);
    expect(() => first.take(bytes, values)).toThrow('as many large requests as it can');
    const second = rooms.enter(other);
    expect(() => second.take(MEGABYTE, 0)).toThrow('as many large requests as it can');
    second.leave();
    first.leave();
    expect(() => rooms.enter(other).take(MEGABYTE, 0)).not.toThrow();
  });

  it('always takes a small body', () => {
    const rooms = createRooms(bodies);
    expect(() => rooms.enter(other).take(ALL, 0)).toThrow();
    expect(() => rooms.enter(other).take(1024, 100)).not.toThrow();
  });

  it('is another one for lists of administrators', () => {
    const rooms = createRooms(bodies);
    expect(() => rooms.enter(other).take(ALL, 0)).toThrow();
    expect(() => rooms.enter(list).take(MEGABYTE, 0)).not.toThrow();
  });
});
