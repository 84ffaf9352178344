import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';
import { objectQuery, objectRow } from './objects.ts';

const results = (path: `/api/${string}`, summary: string) =>
  endpoint({
    method: 'GET',
    path,
    summary,
    access: { who: 'administrator' },
    params: z.object({ id }),
    query: objectQuery,
    response: z.array(objectRow),
    stream: true,
  });

export const sourceResults = results(
  '/api/adminresults/source/{id}',
  "A project's results, source side",
);
export const targetResults = results(
  '/api/adminresults/target/{id}',
  "A project's results, target side",
);
