import { accounts } from './accounts.ts';
import { assessment } from './assessment.ts';
import { calls } from './calls.ts';
import { cutover, dependencies } from './plans.ts';
import { databases } from './databases.ts';
import { definitions } from './definitions.ts';
import { keys } from './keys.ts';
import { deliveries, webhooks, stamps } from './outgoing.ts';
import { fields } from './fields.ts';
import { pairs } from './pairs.ts';
import { repairs } from './repairs.ts';
import { requests } from './requests.ts';
import { rows, causes } from './rows.ts';
import { defaults, triggers, types, grants, queries } from './findings.ts';

/**
 * Every message of server, connectors and contract in English, by code. `{{name}}` is a parameter. Where a code has the
 * variants `_one` and `_other`, the parameter `count` selects one. Other languages are in `locales/`.
 */
export const MESSAGES = {
  ...fields,
  ...assessment,
  ...requests,
  ...accounts,
  ...databases,
  ...calls,
  ...definitions,
  ...keys,
  ...defaults,
  ...triggers,
  ...types,
  ...grants,
  ...queries,
  ...repairs,
  ...rows,
  ...causes,
  ...pairs,
  ...dependencies,
  ...cutover,
  ...deliveries,
  ...webhooks,
  ...stamps,
} as const;
