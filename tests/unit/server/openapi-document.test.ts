/** @jest-environment node */
import { z } from 'zod';
import type { oas31 } from 'zod-openapi';
import { wireInt } from '@/lib/api/schemas/values';
import { API_CODES } from '@/lib/server/http/api-error';
import { bare, type CallDescription, withDescription } from '@/lib/server/http/call-description';
import { describeApi, describedCalls } from '@/lib/server/http/openapi/document';
import { tagOf, tags } from '@/lib/server/http/openapi/tags';
import packageFile from '@/package.json';

const about = { summary: 'Does something', auth: false, input: null } as const;
const silent = { kind: 'silent' } as const;

const contentOf = ({ post }: oas31.PathItemObject) =>
  (post?.requestBody as oas31.RequestBodyObject | undefined)?.content ?? {};

const undescribed = () => new Response();

/** Returns a route with this description. */
const call = (description: Partial<CallDescription>) =>
  withDescription({ ...about, answer: silent, ...description }, () => new Response());

/** Describes the methods of one route, and returns its operations by method. */
const operationsOf = async (methods: Record<string, object>, path = '/one') =>
  (await describeApi({ [path]: async () => methods })).paths?.[path] ?? {};
const responsesOf = async (answer: CallDescription['answer']) =>
  (await operationsOf({ GET: call({ answer }) })).get?.responses ?? {};

/** Returns all human-readable texts, at any depth. */
const textsIn = (value: unknown): [string, unknown][] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, inner]): [string, unknown][] =>
        ['description', 'summary', 'title'].includes(name) && typeof inner === 'string'
          ? [[name, inner]]
          : textsIn(inner),
      );

test('API-10 the document states its version, its server, and how to send a token', async () => {
  const document = await describeApi({ '/coin/one': async () => ({ GET: call({}) }) });
  expect(document).toMatchObject({
    openapi: '3.1.1',
    info: { title: 'Tidewell API', version: packageFile.version },
    servers: [{ url: '/api' }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  });
  expect(document.tags).toEqual([
    { name: 'Coins and prices', description: 'The listed coins and their prices.' },
  ]);
});

test('API-10 every text in the document is a sentence or a name', async () => {
  const answers: CallDescription['answer'][] = [
    { kind: 'envelope', data: z.null(), isCacheable: true },
    silent,
    { kind: 'text', mediaType: 'text/plain' },
    { kind: 'document', data: z.null() },
    { kind: 'picture' },
    { kind: 'ciphertext' },
    { kind: 'redirect' },
    { kind: 'events', events: { end: z.null() } },
  ];
  const routes = answers.map((answer, index) => [
    `/${index}`,
    async () => ({ GET: call({ answer, errors: API_CODES }) }),
  ]);
  const texts = textsIn(await describeApi(Object.fromEntries(routes)));
  expect(texts.length).toBeGreaterThan(40);
  for (const [name, text] of texts)
    expect([name, text]).toEqual([
      name,
      expect.stringMatching(name === 'description' ? /^[A-Z].+\.$/s : /^[A-Z]/),
    ]);
  for (const { name, description } of tags)
    expect([name, description]).toEqual([
      expect.stringMatching(/^[A-Z]/),
      expect.stringMatching(/^[A-Z].+\.$/),
    ]);
});

test.each([
  ['/user/login', 'Account'],
  ['/upload/avatar', 'Account'],
  ['/coin/{id}', 'Coins and prices'],
  ['/tokenlist.json', 'Coins and prices'],
  ['/deposit/verifyTx', 'Transactions'],
  ['/presale/a', 'Transactions'],
  ['/pledge/a', 'Transactions'],
  ['/wallet/activity', 'Transactions'],
  ['/config/a', 'Configuration'],
  ['/erc7730/{chainId}/{file}', 'Configuration'],
  ['/withdraw/a', 'Configuration'],
  ['/nft/media', 'NFTs'],
  ['/messages/inbox', 'Messages'],
  ['/article/a', 'Articles'],
  ['/preview', 'Previews'],
  ['/health', 'Operation'],
  ['/metrics', 'Operation'],
  ['/csp-report', 'Operation'],
  ['/openapi.json', 'Operation'],
  ['/users', 'Other'],
  ['/', 'Other'],
  ['', 'Other'],
])('API-10 the path %j belongs to the group %s', (path, name) => {
  expect(tagOf(path)).toBe(name);
});

test('API-10 an operation has an ID, a group, a summary, and its parameters by location', async () => {
  const input = z.object({ id: wireInt.pipe(z.int().min(1)), page: z.string().optional() });
  const { get } = await operationsOf({ GET: call({ input }) }, '/coin/{id}/by-name');
  expect(get).toMatchObject({
    operationId: 'getCoinIdByName',
    tags: ['Coins and prices'],
    summary: about.summary,
  });
  expect(get?.parameters).toEqual([
    { in: 'path', name: 'id', required: true, schema: { type: 'integer', minimum: 1 } },
    { in: 'query', name: 'page', schema: { type: 'string' } },
    { $ref: '#/components/parameters/Language' },
    { $ref: '#/components/parameters/Currency' },
  ]);
  expect(get).not.toHaveProperty('requestBody');
});

test('API-1 API-10 the document describes the headers that choose the language and the currency', async () => {
  const { components } = await describeApi({ '/one': async () => ({ GET: call({}) }) });
  expect(components?.parameters).toEqual({
    Language: {
      in: 'header',
      name: 'Language',
      description: expect.any(String),
      schema: expect.objectContaining({ enum: ['en_US', 'zh_CN'], default: 'en_US' }),
    },
    Currency: {
      in: 'header',
      name: 'Currency',
      description: expect.any(String),
      schema: expect.objectContaining({ type: 'string', default: 'USD', examples: ['EUR'] }),
    },
  });
});

test('API-10 the input of a POST is its body, as JSON or form-encoded', async () => {
  const input = z.object({ id: z.string(), note: z.string() });
  const { post } = await operationsOf({ POST: call({ input }) }, '/one/{id}');
  const schema = expect.objectContaining({
    type: 'object',
    properties: { note: { type: 'string' } },
    required: ['note'],
  });
  expect(post?.requestBody).toEqual({
    required: true,
    content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } },
  });
  expect(post?.parameters).toContainEqual(expect.objectContaining({ in: 'path', name: 'id' }));
  const inPath = await operationsOf({ POST: call({ input: z.object({ id: z.string() }) }) }, '/one/{id}');
  expect(inPath.post).not.toHaveProperty('requestBody');
  expect((await operationsOf({ POST: call({}) })).post).not.toHaveProperty('requestBody');
});

test('API-10 a body of another type is described as given', async () => {
  const body = { mediaTypes: ['multipart/form-data'], schema: z.object({ file: z.file() }) };
  // The input can be of any type, because the call reads the body itself.
  const operations = await operationsOf({ POST: call({ body, input: z.string() }) });
  expect(Object.keys(contentOf(operations))).toEqual(['multipart/form-data']);
  await expect(operationsOf({ POST: call({ input: z.string() }) })).rejects.toThrow(
    'the input of /one is not an object',
  );
});

test('API-2 API-10 the errors of a call follow from its method, input, and token', async () => {
  const input = z.object({ a: z.string() });
  const always = ['204', '429', '500', '503'];
  const cases: [string, Partial<CallDescription>, string[]][] = [
    ['GET', {}, []],
    ['GET', { input }, ['400']],
    ['GET', { errors: [404, 422] }, ['404', '422']],
    ['GET', { auth: true }, ['401']],
    ['GET', { auth: 'optional' }, ['401']],
    ['POST', {}, ['403']],
    ['POST', { fromAnySite: true }, []],
    ['DELETE', { input }, ['400', '403', '408', '413', '415']],
    [
      'POST',
      { body: { mediaTypes: ['text/csv'], schema: z.string() }, fromAnySite: true },
      ['400', '408', '413', '415'],
    ],
  ];
  for (const [method, description, more] of cases) {
    const operations = Object.entries(await operationsOf({ [method]: call(description) }));
    const [, operation] = operations.find(([name]) => name === method.toLowerCase()) ?? [];
    const responses =
      operation && typeof operation === 'object' && 'responses' in operation ? operation.responses : {};
    expect([method, description, Object.keys(responses ?? {})]).toEqual([
      method,
      description,
      [...always, ...more].sort(),
    ]);
  }
});

test('AUTH-1 API-10 a token is required, optional, not needed, or read by the call itself', async () => {
  const securityOf = async (description: Partial<CallDescription>) =>
    (await operationsOf({ GET: call(description) })).get?.security;
  expect(await securityOf({ auth: true })).toEqual([{ bearer: [] }]);
  expect(await securityOf({ auth: 'optional' })).toEqual([{}, { bearer: [] }]);
  expect(await securityOf({ auth: false })).toEqual([]);
  expect(await securityOf({ auth: false, security: [{ metrics: [] }] })).toEqual([{ metrics: [] }]);
});

const description = expect.any(String);
const requestId = { description, schema: { type: 'string' } };
const etag = { schema: { type: 'string' } };
const id = { 'X-Request-Id': requestId };

test('API-3 API-10 a success response has the envelope, and an ETag if it can be cached', async () => {
  const data = z.object({ a: z.literal('b') });
  const plain = await responsesOf({ kind: 'envelope', data });
  expect(plain[200]).toEqual({
    description,
    headers: id,
    content: {
      'application/json': {
        schema: expect.objectContaining({
          type: 'object',
          required: ['code', 'msg', 'data'],
          properties: {
            code: expect.objectContaining({ const: 200 }),
            msg: { type: 'string', description },
            data: expect.objectContaining({ properties: { a: expect.objectContaining({ const: 'b' }) } }),
          },
        }),
      },
    },
  });
  expect(plain[304]).toBeUndefined();
  const cacheable = await responsesOf({ kind: 'envelope', data, isCacheable: true });
  expect(cacheable[200]).toMatchObject({ headers: { ...id, ETag: etag } });
  expect(cacheable[304]).toEqual({ description });
});

test('API-10 a success without the envelope is described with its type and headers', async () => {
  expect((await responsesOf(silent))[204]).toEqual({ description, headers: id });
  expect((await responsesOf({ kind: 'text', mediaType: 'text/csv' }))[200]).toEqual({
    description,
    headers: id,
    content: { 'text/csv': { schema: { type: 'string' } } },
  });
  const document = await responsesOf({ kind: 'document', data: z.literal('b') });
  expect(document[200]).toEqual({
    description,
    headers: { ...id, ETag: etag },
    content: { 'application/json': { schema: expect.objectContaining({ const: 'b' }) } },
  });
  expect(document[304]).toEqual({ description });
  const picture = await responsesOf({ kind: 'picture' });
  expect(picture[200]).toEqual({
    description,
    headers: { ...id, ETag: etag },
    content: { 'image/webp': { schema: expect.objectContaining({ type: 'string' }) } },
  });
  expect(picture[304]).toEqual({ description });
  expect((await responsesOf({ kind: 'ciphertext' }))[200]).toEqual({
    description,
    headers: id,
    content: { 'application/octet-stream': { schema: expect.objectContaining({ type: 'string' }) } },
  });
  expect((await responsesOf({ kind: 'redirect' }))[303]).toEqual({
    description,
    headers: { ...id, Location: { schema: { type: 'string', format: 'uri-reference' } } },
  });
});

test('API-10 a stream names its events and refers to the schemas of their data', async () => {
  const price = z.object({ price: z.string() }).meta({ id: 'TestPrice' });
  const schema = { $ref: '#/components/schemas/TestPrice' };
  const one = await responsesOf({ kind: 'events', events: { price } });
  expect(one[200]).toEqual({
    description: expect.stringContaining(': price. '),
    headers: id,
    content: { 'text/event-stream': { schema } },
  });
  const two = await responsesOf({ kind: 'events', events: { price, end: z.null() } });
  expect(two[200]).toMatchObject({
    description: expect.stringContaining(': price, end. '),
    content: { 'text/event-stream': { schema: { anyOf: [schema, { type: 'null' }] } } },
  });
  await expect(responsesOf({ kind: 'events', events: {} })).rejects.toThrow('has no schema');
});

test('API-10 a record with known keys lists its properties, unlike one with any keys', async () => {
  const data = z.object({
    known: z.record(z.enum(['a', 'b']), z.boolean()),
    any: z.record(z.string(), z.boolean()),
  });
  const response = (await responsesOf({ kind: 'document', data }))[200];
  const boolean = { type: 'boolean' };
  expect(response).toMatchObject({
    content: {
      'application/json': {
        schema: {
          properties: {
            known: {
              type: 'object',
              properties: { a: boolean, b: boolean },
              required: ['a', 'b'],
              additionalProperties: false,
            },
            any: { type: 'object', additionalProperties: boolean },
          },
        },
      },
    },
  });
});

test('API-10 a bare call has only the responses that it lists, and no headers', async () => {
  const answers = {
    200: { description: 'All is well', mediaType: 'text/plain', schema: z.literal('ok') },
    503: { description: 'It is not', mediaType: 'application/json', schema: z.null() },
  };
  const { get } = await operationsOf({ GET: bare('Reports the state', answers, () => new Response()) });
  expect(get?.summary).toBe('Reports the state');
  expect(get?.parameters ?? []).toEqual([]);
  expect(get?.responses).toEqual({
    200: {
      description: 'All is well.',
      content: { 'text/plain': { schema: expect.objectContaining({ const: 'ok' }) } },
    },
    503: { description: 'It is not.', content: { 'application/json': { schema: { type: 'null' } } } },
  });
});

test('API-2 API-10 each error code has its own data, and codes with one status share a response', async () => {
  const { components } = await describeApi({
    '/one': async () => ({ GET: call({ errors: API_CODES, auth: true }) }),
  });
  const { responses = {}, schemas = {} } = components ?? {};
  const statuses = [...new Set(API_CODES.map((code) => (code === 1007 ? 401 : code)))];
  expect(Object.keys(responses).sort()).toEqual(statuses.map((status) => `Refused${status}`).sort());
  const schemaOf = (code: number) => ({ $ref: `#/components/schemas/Refusal${code}` });
  for (const status of statuses)
    expect(responses[`Refused${status}`]).toEqual({
      description,
      headers: {
        ...id,
        ...(status === 429
          ? { 'Retry-After': { description, schema: { type: 'integer', minimum: 0 } } }
          : {}),
      },
      content: {
        'application/json': {
          schema: status === 401 ? { anyOf: [schemaOf(401), schemaOf(1007)] } : schemaOf(status),
        },
      },
    });
  expect((responses.Refused401 as { description: string }).description).toMatch(/^No .+\. Code 1007: The /);
  const dataOf = (code: number) =>
    (schemas[`Refusal${code}`] as { properties: Record<string, unknown> }).properties.data;
  for (const code of API_CODES)
    expect(schemas[`Refusal${code}`]).toMatchObject({
      required: ['code', 'msg', 'data'],
      properties: { code: { const: code }, msg: { type: 'string' } },
    });
  const object = (properties: Record<string, unknown>) =>
    expect.objectContaining({ type: 'object', properties, required: expect.any(Array) });
  const text = expect.objectContaining({ type: 'string' });
  const integer = expect.objectContaining({ type: 'integer' });
  for (const code of [401, 405, 408, 413, 415, 500, 1007])
    expect([code, dataOf(code)]).toEqual([code, { type: 'null' }]);
  for (const code of [403, 404, 409, 502, 503])
    expect([code, dataOf(code)]).toEqual([code, { anyOf: [{ type: 'null' }, object({ reason: text })] }]);
  expect(dataOf(400)).toEqual({
    anyOf: [
      { type: 'null' },
      object({
        issues: {
          type: 'array',
          items: object({ path: { type: 'string', description, examples: ['chainId'] }, message: text }),
        },
      }),
      object({ reason: text, field: text }),
    ],
  });
  expect(dataOf(422)).toEqual(object({ reason: expect.objectContaining({ examples: ['not_owner'] }) }));
  expect(dataOf(425)).toEqual(
    object({
      confirmations: integer,
      required: integer,
      finality: expect.objectContaining({ enum: ['safe', 'finalized'] }),
    }),
  );
  expect(dataOf(429)).toEqual({ anyOf: [{ type: 'null' }, object({ retryAfter: integer })] });
});

test('API-10 schemas omit the details that Zod adds', async () => {
  const input = z.object({
    any: z.int(),
    few: z.int().min(0).max(9),
    wire: wireInt.pipe(z.int().min(1).max(7)).default(2),
    date: z.iso.datetime(),
    code: z.string().regex(/^a$/),
    trimmed: z
      .string()
      .transform((text) => text.trim())
      .meta({ examples: ['a b'] }),
  });
  const content = contentOf(await operationsOf({ POST: call({ input }) }));
  const { schema } = content['application/json'] as { schema: { properties: Record<string, unknown> } };
  expect(schema.properties).toEqual({
    any: { type: 'integer' },
    few: { type: 'integer', minimum: 0, maximum: 9 },
    wire: { type: 'integer', minimum: 1, maximum: 7, default: 2 },
    date: { type: 'string', format: 'date-time' },
    code: { type: 'string', pattern: '^a$' },
    trimmed: { type: 'string', examples: ['a b'] },
  });
});

test('API-10 only described methods of a route become operations', async () => {
  const get = call({});
  const put = call({ summary: 'Replaces something' });
  const calls = await describedCalls({
    '/one': async () => ({ PUT: put, GET: get, POST: undescribed, DELETE: 'x', dynamic: get }),
    '/two': async () => ({ POST: Object.assign(undescribed.bind(null), { description: undefined }) }),
  });
  expect(calls).toEqual([
    { path: '/one', method: 'GET', description: get.description, route: get },
    { path: '/one', method: 'PUT', description: put.description, route: put },
  ]);
  const both = await operationsOf({ GET: get, PUT: put });
  expect([both.get?.summary, both.put?.summary]).toEqual([about.summary, 'Replaces something']);
});
