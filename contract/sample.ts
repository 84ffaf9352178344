import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';

/** Steps of loading the sample, in order. */
export const SAMPLE_STEPS = ['people', 'databases', 'inventory', 'work', 'comparison'] as const;
export type SampleStep = (typeof SAMPLE_STEPS)[number];

const account = z.object({
  username: z.string(),
  password: z.string(),
  role: z.enum(['developer', 'tester', 'client']),
});

export const sampleState = endpoint({
  method: 'GET',
  path: '/api/sample',
  summary: 'Whether the sample project is loaded, and whether the installation is still empty',
  access: { who: 'administrator' },
  response: z.object({
    Project_Id: id.nullable(),
    empty_installation: z.boolean(),
    /** The current step while it is being loaded; null otherwise. */
    loading: z.enum(SAMPLE_STEPS).nullable(),
  }),
});

export const sampleAccounts = endpoint({
  method: 'GET',
  path: '/api/sample/accounts',
  summary: "The sample's accounts; passwords are shown until they are changed",
  access: { who: 'administrator' },
  response: z.array(account.extend({ password: z.string().nullable() })),
});

export const loadSample = endpoint({
  method: 'POST',
  path: '/api/sample',
  summary:
    'Load the sample project: two small live databases, developers, testers and a client, and three weeks of their work',
  access: { who: 'administrator' },
  response: z.object({
    Project_Id: id,
    accounts: z.array(account),
  }),
  status: 201,
});

export const removeSample = endpoint({
  method: 'DELETE',
  path: '/api/sample',
  summary: 'Remove the sample project, its databases and its people without a trace',
  access: { who: 'administrator' },
  response: z.undefined(),
  status: 204,
});
