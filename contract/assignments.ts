import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';
import { role } from './projects.ts';
import { userName } from './users.ts';

export const assignProject = endpoint({
  method: 'POST',
  path: '/api/assigned/',
  summary: 'Assign a user to a project in a role; answers a sentence to show',
  access: { who: 'administrator' },
  body: z.object({ Project_Id: id, user_id: id, role: role.default('developer') }),
  response: z.string(),
});

export const removeAssignment = endpoint({
  method: 'DELETE',
  path: '/api/projects/{id}/members/{user_id}/{role}',
  summary:
    'Take a role on a project back; the objects assigned to the user in that role become unassigned',
  access: { who: 'administrator' },
  params: z.object({ id, user_id: id, role }),
  response: z.object({ unassigned_objects: z.int() }),
});

export const listDevelopers = endpoint({
  method: 'GET',
  path: '/api/assignobjects/developer/{id}',
  summary: 'Active developers of a project',
  access: { who: 'administrator' },
  params: z.object({ id }),
  response: z.array(userName),
});

export const listTesters = endpoint({
  method: 'GET',
  path: '/api/assignobjects/tester/{id}',
  summary: 'Active testers of a project',
  access: { who: 'administrator' },
  params: z.object({ id }),
  response: z.array(userName),
});
