import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';

export const sampleState = endpoint({
  method: 'GET',
  path: '/api/sample',
  summary: 'Whether the sample project is loaded, and whether the installation is still empty',
  access: { who: 'administrator' },
  response: z.object({ Project_Id: id.nullable(), empty_installation: z.boolean() }),
});

export const loadSample = endpoint({
  method: 'POST',
  path: '/api/sample',
  summary:
    'Load the sample project: two small live databases, a developer and a tester; their passwords are shown once',
  access: { who: 'administrator' },
  response: z.object({
    Project_Id: id,
    accounts: z.array(
      z.object({
        username: z.string(),
        password: z.string(),
        role: z.enum(['developer', 'tester']),
      }),
    ),
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
