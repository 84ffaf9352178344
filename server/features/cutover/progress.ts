import { MAX_MINUTES, isBehindNoReturn } from '../../../contract/cutover.ts';
import type {
  CutoverAction,
  CutoverKind,
  CutoverStep,
  CutoverStepState,
} from '../../../contract/cutover-runs.ts';
import { type Message, message } from '../../../contract/messages/message.ts';
import { waitsFor } from './schedule.ts';

export const MINUTE = 60_000;

type Progress = Pick<
  CutoverStep,
  'state' | 'started_at' | 'started_by' | 'ended_at' | 'ended_by' | 'minutes' | 'after'
>;

const isSettled = ({ state }: Pick<Progress, 'state'>): boolean =>
  state === 'done' || state === 'skipped';

export const isOver = (steps: readonly Progress[]): boolean => steps.every(isSettled);

export const isReady = (steps: readonly Progress[], place: number): boolean =>
  waitsFor(steps[place]!, place).every((before) => isSettled(steps[before]!));

/** Expected end in milliseconds, if every remaining step starts as soon as it may and takes as long as planned. */
export function expectedEnd(steps: readonly Progress[], startedAt: number, now: number): number {
  const ends: number[] = [];
  for (const [place, step] of steps.entries()) {
    const length = step.minutes * MINUTE;
    if (isSettled(step)) ends.push(Date.parse(step.ended_at!));
    else if (step.state === 'running')
      ends.push(Math.max(now, Date.parse(step.started_at!) + length));
    else ends.push(Math.max(now, ...waitsFor(step, place).map((before) => ends[before]!)) + length);
  }
  return Math.max(startedAt, ...ends);
}

const AFTER: Record<CutoverAction, CutoverStepState> = {
  start: 'running',
  finish: 'done',
  fail: 'failed',
  skip: 'skipped',
};

/** The step's new state; or the reason if somebody else was faster, or it is not its turn. */
export function stepAfter(
  steps: readonly Progress[],
  place: number,
  action: CutoverAction,
): CutoverStepState | Message {
  const step = steps[place]!;
  if (isSettled(step)) return message('cutover.stepEnded', { name: step.ended_by ?? '' });
  const isRunning = step.state === 'running';
  if ((action === 'start' || action === 'skip') && isRunning)
    return message('cutover.stepStarted', { name: step.started_by ?? '' });
  if ((action === 'finish' || action === 'fail') && !isRunning)
    return message('cutover.stepNotStarted');
  if (action === 'start' && !isReady(steps, place)) return message('cutover.stepWaits');
  return AFTER[action];
}

/** The reason why the step's way back cannot have been tried; null if it can. */
export function whyNoWayBack(
  kind: CutoverKind,
  steps: readonly Pick<CutoverStep, 'way_back' | 'state' | 'no_return'>[],
  place: number,
): Message | null {
  const { way_back: wayBack, state } = steps[place]!;
  if (kind !== 'rehearsal') return message('cutover.onlyRehearsed');
  if (isBehindNoReturn(steps, place)) return message('cutover.behindNoReturn');
  if (wayBack === '') return message('cutover.noWayBack');
  if (state === 'waiting' || state === 'skipped') return message('cutover.notWalked');
  return null;
}

/** A step's duration in whole minutes, within what a runbook may plan; null if it was not done. */
export function measuredMinutes({ state, started_at: from, ended_at: to }: Progress) {
  if (state !== 'done' || from === null || to === null) return null;
  const took = Math.round((Date.parse(to) - Date.parse(from)) / MINUTE);
  return Math.min(MAX_MINUTES, Math.max(1, took));
}
