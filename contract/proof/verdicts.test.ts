import { expect, it } from 'vitest';
import { PROOF_STEPS, SETTLED, VERDICTS } from './verdicts.ts';

it('each verdict that is not settled is a next step', () => {
  expect([...PROOF_STEPS, ...SETTLED].toSorted()).toEqual(VERDICTS.toSorted());
});
