import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { objectType } from './engines.ts';
import { id, requiredText, side } from './fields.ts';

export const search = endpoint({
  method: 'GET',
  path: '/api/search',
  summary:
    'Projects and objects in view by name, and users for an administrator; at most 8 of each',
  access: { who: 'user' },
  query: z.object({ q: requiredText(200) }),
  response: z.object({
    projects: z.array(
      z.object({ Project_Id: id, Project_Name: z.string(), Client_Name: z.string() }),
    ),
    objects: z.array(
      z.object({
        id,
        side,
        schema_name: z.string(),
        object_name: z.string(),
        object_type: objectType,
        Project_Id: id,
        Project_Name: z.string(),
      }),
    ),
    users: z.array(z.object({ user_id: id, username: z.string() })),
  }),
});
