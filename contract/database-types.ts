import { z } from 'zod';
import { ENGINES, type EngineId } from '../connectors/engines.ts';
import { endpoint } from './endpoint.ts';
import { connectionField, objectType, trackedType } from './engines.ts';
import { fault } from './messages/message.ts';

export type { EngineId };

const IDS = Object.values(ENGINES).map(({ id }) => id);

export const engineId = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,2}$/.test(value) ? Number(value) : value),
  z.literal(IDS, {
    error: fault('field.notEngine', { first: Math.min(...IDS), last: Math.max(...IDS) }),
  }),
);

export const databaseType = z.object({
  id: engineId,
  dbname: z.string(),
  default_port: z.int().nullable(),
  /** The engine's required connection fields, in the order of the form. */
  fields: z.array(connectionField),
  tls: z.boolean(),
  object_types: z.array(objectType),
  /** Which of the optional object types (triggers, sequences) the engine has. */
  tracked_types: z.array(trackedType),
});
export type DatabaseType = z.infer<typeof databaseType>;

export const listDatabaseTypes = endpoint({
  method: 'GET',
  path: '/api/posts/ProjectName',
  summary: 'Database types',
  access: { who: 'user' },
  response: z.array(databaseType),
});
