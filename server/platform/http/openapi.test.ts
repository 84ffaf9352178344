import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../contract/index.ts';
import { type TestApp, startTestApp } from '../../../tests/support/test-app.ts';

type Json = Record<string, any>;

let app: TestApp;
let document: Json;
beforeAll(async () => {
  app = await startTestApp();
  document = (await app.app.inject('/api/docs/json')).json();
});
afterAll(() => app.close());

const operations = (): [path: string, method: string, operation: Json][] =>
  Object.entries(document['paths'] as Json).flatMap(([path, methods]) =>
    Object.entries(methods as Json).map(([method, operation]): [string, string, Json] => [
      path,
      method,
      operation as Json,
    ]),
  );

/** Every value of the document, with its place. */
function* walk(value: unknown, place = '#'): Generator<[place: string, value: Json]> {
  if (typeof value !== 'object' || value === null) return;
  yield [place, value];
  for (const [key, inner] of Object.entries(value)) yield* walk(inner, `${place}/${key}`);
}

// covers: 7.base.3
it('names exactly the routes that the server answers', () => {
  const documented = operations().map(([path, method]) => `${method.toUpperCase()} ${path}`);
  const declared = Object.values(ENDPOINTS).map(({ method, path }) => `${method} ${path}`);
  const answered = app.context.routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
  expect(documented.toSorted()).toEqual(declared.toSorted());
  expect(answered.toSorted()).toEqual(declared.toSorted());
});

describe('the document is OpenAPI 3.1', () => {
  it('by its version, and no two paths mean the same', () => {
    expect(document['openapi']).toMatch(/^3\.1\./);
    expect(document['info']).toMatchObject({
      title: expect.any(String),
      version: expect.any(String),
    });
    const shapes = Object.keys(document['paths'] as Json).map((path) =>
      path.replaceAll(/\{\w+\}/g, '{}'),
    );
    expect(new Set(shapes).size).toBe(shapes.length);
  });

  it('with an operation id, a summary and answers for each operation, ids once each', () => {
    const ids = operations().map(([, , operation]) => operation['operationId'] as string);
    expect(ids.toSorted()).toEqual(Object.keys(ENDPOINTS).toSorted());
    for (const [, , { summary, responses }] of operations()) {
      expect(summary).toMatch(/\w/);
      expect(Object.keys(responses as Json)).toContain('default');
      expect(
        Object.keys(responses as Json).filter((status) => /^2\d\d$/.test(status)),
      ).toHaveLength(1);
    }
  });

  it('with a required, described parameter for every name in a path, and no other', () => {
    for (const [path, , operation] of operations()) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const parameters = (operation['parameters'] as Json[]).filter((one) => one['in'] === 'path');
      expect(parameters.map((one) => one['name']).toSorted()).toEqual(names.toSorted());
      for (const { required, schema } of parameters) {
        expect(required).toBe(true);
        expect(schema).not.toEqual({});
      }
    }
  });

  // covers: D11.1
  it('says how lists are filtered, sorted and paged', () => {
    const { get } = document['paths']['/api/testresults/{id}'] as Json;
    const names = (get.parameters as Json[]).map((one) => one['name']);
    expect(names.toSorted()).toEqual(['after', 'filter', 'id', 'limit', 'offset', 'q', 'sort']);
    const filter = (get.parameters as Json[]).find((one) => one['name'] === 'filter')!;
    expect(filter).toMatchObject({ in: 'query', required: false, style: 'deepObject' });
  });

  it('says what a login body holds', () => {
    const { post } = document['paths']['/api/auth/login'] as Json;
    expect(post.requestBody.content['application/json'].schema).toMatchObject({
      type: 'object',
      required: ['username', 'password'],
    });
  });

  it('with references that lead somewhere, and only schema words of its dialect', () => {
    const types = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);
    for (const [place, value] of walk(document)) {
      if (typeof value['$ref'] === 'string') {
        const target = value['$ref']
          .slice(2)
          .split('/')
          .reduce<any>((at, key) => at?.[key], document);
        expect([place, target]).toEqual([place, expect.anything()]);
      }
      const isSchema = !/\/(properties|examples?)$/.test(place);
      expect([place, isSchema && 'nullable' in value]).toEqual([place, false]);
      if (isSchema && typeof value['type'] === 'string' && !place.includes('securitySchemes'))
        expect([place, types.has(value['type'])]).toEqual([place, true]);
    }
  });
});

it('says which calls need no session', () => {
  for (const [path, , operation] of operations()) {
    const { access } = ENDPOINTS[operation['operationId'] as string]!;
    const expected = access.who === 'public' ? [] : [{ session: [] }];
    expect([path, operation['security']]).toEqual([path, expected]);
  }
  expect(document['components'].securitySchemes.session).toEqual({
    type: 'apiKey',
    in: 'cookie',
    name: 'sid',
  });
});

it('the page loads, from this server alone', async () => {
  const page = await app.app.inject('/api/docs/');
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-type']).toMatch(/^text\/html/);
  const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file!);
  expect(files.length).toBeGreaterThan(2);
  for (const file of files) {
    const url = new URL(file, 'http://localhost/api/docs/');
    expect(url.host).toBe('localhost');
    expect([file, (await app.app.inject(url.pathname)).statusCode]).toEqual([file, 200]);
  }
  expect(page.headers['content-security-policy']).not.toContain('unsafe-eval');
});
