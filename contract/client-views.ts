import { z } from 'zod';
import { clientProject } from './clients.ts';
import { endpoint } from './endpoint.ts';
import { objectTypeId } from './engines.ts';
import { id, timestamp } from './fields.ts';
import { listQuery } from './list-query.ts';
import { proofSummary } from './proof/pairs.ts';
import { verdict, callResult, dataResult, definitionResult } from './proof/verdicts.ts';

/** The project, with the state of its proof by type of object. */
export const clientView = clientProject.extend({ by_type: proofSummary.shape.by_type });
export type ClientView = z.infer<typeof clientView>;

/** The results of a pair, without rows, texts or people. */
export const clientPair = z.object({
  id,
  /** `schema.name` of the first source object, else of the first target object. */
  name: z.string(),
  /** `schema.name` of each target object; empty where the pair has none. */
  target: z.array(z.string()),
  object_type_id: objectTypeId,
  verdict,
  structure_result: definitionResult.nullable(),
  data_result: dataResult.nullable(),
  call_result: callResult.nullable(),
  /** When definitions, rows or a call were last compared. */
  compared_at: timestamp.nullable(),
});
export type ClientPair = z.infer<typeof clientPair>;

const params = z.object({ id });
const ofReaders = { access: { who: 'memberOrClient', of: 'params.id' }, params } as const;

export const getClientView = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/clientview',
  summary: 'Progress and proof of a project, as its clients see them',
  ...ofReaders,
  response: clientView,
});

export const listClientPairs = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/clientpairs',
  summary: 'What is proven of each pair of a project, as its clients see it',
  ...ofReaders,
  query: listQuery(['id', 'name', 'object_type_id', 'verdict'], 'name'),
  response: z.array(clientPair),
  stream: true,
});
