import type { Finding } from '../../../../contract/proof/definitions.ts';

/** A finding before acceptances are looked at. */
export type RawFinding = Omit<Finding, 'accepted'>;

export interface CompareOptions {
  /** What the project's naming rules make of a source name. */
  rename: (name: string) => string;
  sameEngine: boolean;
}

export type Part = Finding['part'];
export type Describe = Pick<RawFinding, 'answer' | 'severity' | 'detail' | 'advice'>;

export const LOST: Describe = {
  answer: 'different',
  severity: 'error',
  detail: 'The target does not have it.',
  advice: 'Create it on the target, or accept it with the reason.',
};
export const ADDED: Describe = {
  answer: 'compatible',
  severity: 'info',
  detail: 'Only the target has it.',
  advice: 'Nothing, if that is intended.',
};

export const finding = (
  code: string,
  part: Part,
  name: string | null,
  source: string | null,
  target: string | null,
  describe: Describe,
): RawFinding => ({ code, part, name, source, target, ...describe });

export const compareComments = (
  part: 'column' | 'object',
  name: string | null,
  source: string | null,
  target: string | null,
): RawFinding[] =>
  (source ?? '') === (target ?? '')
    ? []
    : [
        finding('comment', part === 'object' ? 'comment' : part, name, source, target, {
          answer: 'same',
          severity: 'info',
          detail: 'The comment differs.',
          advice: 'Copy the comment, if people rely on it.',
        }),
      ];
