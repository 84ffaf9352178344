import type { Migration } from 'kysely';
import { doWithout } from './0050-gate-signoffs.ts';

export const gateRehearsals = (): Migration => doWithout('rehearsal');
