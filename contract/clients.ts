import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, timestamp } from './fields.ts';
import { projectRow } from './projects.ts';

/** A project as its clients see it, without its connections and its members. */
export const clientProject = projectRow.pick({
  Project_Id: true,
  Project_Name: true,
  Client_Name: true,
  Project_Status: true,
  Source_Database_Name: true,
  Target_Database_Name: true,
  Planned_Start_Date: true,
  Planned_End_Date: true,
  Actual_Start_Date: true,
  Actual_End_Date: true,
  overdue: true,
  progress: true,
});
export type ClientProject = z.infer<typeof clientProject>;

/** Somebody who is a client of a project. */
export const client = z.object({
  Project_Id: id,
  Project_Name: z.string(),
  user_id: id,
  username: z.string(),
  since: timestamp,
});
export type Client = z.infer<typeof client>;

const params = z.object({ id });

export const listClientProjects = endpoint({
  method: 'GET',
  path: '/api/clientprojects',
  summary: 'The projects of which the user is a client, by name',
  access: { who: 'user' },
  response: z.array(clientProject),
});

const ofAdministrators = { access: { who: 'administrator' } } as const;

export const listClients = endpoint({
  method: 'GET',
  path: '/api/clients',
  summary: 'Who is a client of which project, by project and name; archived projects left out',
  ...ofAdministrators,
  response: z.array(client),
});

export const addClient = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/clients',
  summary:
    'Make somebody a client of a project, who sees its progress and proof, and signs; 409 for its members and for administrators',
  ...ofAdministrators,
  params,
  body: z.object({ user_id: id }),
  response: client,
  status: 201,
});

export const removeClient = endpoint({
  method: 'DELETE',
  path: '/api/projects/{id}/clients/{user_id}',
  ofArchived: true,
  summary: 'Take the role of a client back; what was signed stays',
  ...ofAdministrators,
  params: z.object({ id, user_id: id }),
  response: z.undefined(),
  status: 204,
});
