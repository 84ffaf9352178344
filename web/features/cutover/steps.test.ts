import { expect, it } from 'vitest';
import type { EditedStep } from '../../../contract/cutover.ts';
import { NEW_STEP, moved, without } from './steps.ts';

const steps = (...all: [title: string, after: number[] | null][]): EditedStep[] =>
  all.map(([title, after]) => ({ ...NEW_STEP, title, after }));
const told = (all: EditedStep[]) => all.map(({ title, after }) => [title, after]);

const SOME = steps(['a', null], ['b', null], ['c', [1]], ['d', [2, 3]], ['e', []]);

it('a step that is moved waits for what it waited for, as far as that is above it', () => {
  expect(told(moved(SOME, 1, 1))).toEqual([
    ['a', null],
    ['c', [1]],
    ['b', null],
    ['d', [3, 2]],
    ['e', []],
  ]);
  expect(told(moved(SOME, 3, -1))).toEqual([
    ['a', null],
    ['b', null],
    ['d', [2]],
    ['c', [1]],
    ['e', []],
  ]);
});

it('nothing waits for a step that is gone; what waited for it alone waits for the one above', () => {
  expect(told(without(SOME, 0))).toEqual([
    ['b', null],
    ['c', null],
    ['d', [1, 2]],
    ['e', []],
  ]);
});
