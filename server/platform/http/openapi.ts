import { z } from 'zod';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { PROBLEMS, problem } from '../../../contract/problems.ts';

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  }) as Json;
  return json;
};

/** The properties of an object schema, as OpenAPI parameters. */
function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  if (schema instanceof z.ZodIntersection) {
    const { left, right } = schema.def;
    return [left, right].flatMap((part) => parametersOf(part as z.ZodType, place));
  }
  // A preprocessing step has no schema for its input, so the schema after it is used.
  if (schema instanceof z.ZodPipe) return parametersOf(schema.def.out as z.ZodType, place);
  const json = schemaOf(schema, 'input');
  const required = new Set((json.required as string[] | undefined) ?? []);
  return Object.entries((json.properties as Json | undefined) ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.has(name),
    schema: property,
    // `filter[column]=…` on the wire.
    ...(name === 'filter' && { style: 'deepObject', explode: true }),
  }));
}

const ACCESS_SENTENCES: Record<Endpoint['access']['who'], string> = {
  public: 'Anybody may call it.',
  user: 'Any signed-in user may call it.',
  administrator: 'Administrators only.',
  self: 'The user named, or an administrator.',
  member: 'Members of the project, or an administrator.',
  memberOrClient: 'Members and clients of the project, or an administrator.',
  objectMember: "Members of the object's project, or an administrator.",
  objectAssignee: "The object's tester or developer, or an administrator.",
  pairAssignee: "A tester or developer of the pair's objects, or an administrator.",
};

function successOf({ response, status = 200, text, download }: Endpoint): Json {
  if (status === 204) return { [status]: { description: 'Done' } };
  const type = download ?? (text ? 'text/plain' : 'application/json');
  return {
    [status]: {
      description: 'Success',
      content: { [type]: { schema: schemaOf(response, 'output') } },
    },
  };
}

function operationOf(name: string, endpoint: Endpoint): Json {
  const isPublic = endpoint.access.who === 'public';
  return {
    operationId: name,
    tags: [endpoint.path.split('/')[2]],
    summary: endpoint.summary,
    description: ACCESS_SENTENCES[endpoint.access.who],
    security: isPublic ? [] : [{ session: [] }],
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
    ],
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } },
      },
    }),
    responses: { ...successOf(endpoint), default: { $ref: '#/components/responses/Problem' } },
  };
}

function pathsOf(endpoints: Record<string, Endpoint>): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const operations = (paths[endpoint.path] ??= {});
    operations[endpoint.method.toLowerCase()] = operationOf(name, endpoint);
  }
  return paths;
}

/**
 * The OpenAPI 3.1 document of the contract.
 * @param endpoints - by name
 * @param cookieName - of the session
 */
export function buildOpenApi(endpoints: Record<string, Endpoint>, cookieName: string): Json {
  let paths: Record<string, Json> | undefined;
  return {
    openapi: '3.1.0',
    info: {
      title: 'DB Migration Utility',
      version: '1',
      description: `Paths are answered with and without their trailing slash. Errors are problem details (RFC 9457): ${Object.values(
        PROBLEMS,
      )
        .map(({ status, title }) => `${status} ${title}`)
        .join(', ')}.`,
    },
    // Built on first use: the schemas take a third of the program's start-up.
    get paths() {
      return (paths ??= pathsOf(endpoints));
    },
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookieName } },
      responses: {
        Problem: {
          description: 'What went wrong, in a sentence',
          content: { 'application/problem+json': { schema: schemaOf(problem, 'output') } },
        },
      },
    },
  };
}
