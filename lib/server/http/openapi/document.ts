import 'server-only';
import { z } from 'zod';
import {
  createDocument,
  type oas31,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverride,
  type ZodOpenApiPathsObject,
} from 'zod-openapi';
import { wireInt } from '@/lib/api/schemas/values';
import { DEFAULT_CURRENCY } from '@/lib/constants';
import { brand } from '@/lib/content/website';
import { type LangKey, langKeyByLocale, routing } from '@/lib/i18n/routing';
import { routes as pages } from '@/lib/routes';
import type { ApiCode } from '@/lib/server/http/api-error';
import packageFile from '@/package.json';
import type { BodyDescription, CallDescription, SecurityRequirements } from '../call-description';
import { METHODS, type Method } from '../methods';
import { responses } from './responses';
import { tagOf, tags } from './tags';

const langKeys = routing.locales.map((locale): LangKey => langKeyByLocale[locale]);

/** Request headers of every call that uses the envelope, as components of the OpenAPI document. */
const languageHeader = z
  .enum(langKeys)
  .default(langKeyByLocale[routing.defaultLocale])
  .meta({
    description: 'Language of msg and of data.issues.',
    param: { id: 'Language', in: 'header', name: 'Language' },
  });

const currencyHeader = z
  .string()
  .default(DEFAULT_CURRENCY)
  .meta({
    description: 'ISO 4217 code of the currency of prices. Calls without prices ignore it.',
    examples: ['EUR'],
    param: { id: 'Currency', in: 'header', name: 'Currency' },
  });

type Fields = Record<string, z.ZodType>;

const FORM_OR_JSON = ['application/json', 'application/x-www-form-urlencoded'];

/** Splits the fields of an input into path parameters and the rest, which are in the query or body. */
function splitInput(path: string, input: z.ZodType | null): { inPath: Fields; rest: Fields } {
  if (input === null) return { inPath: {}, rest: {} };
  if (!(input instanceof z.ZodObject)) throw new Error(`the input of ${path} is not an object`);
  const fields = Object.entries(input.shape as Fields);
  const isInPath = ([name]: [string, z.ZodType]) => path.includes(`{${name}}`);
  return {
    inPath: Object.fromEntries(fields.filter(isInPath)),
    rest: Object.fromEntries(fields.filter((field) => !isInPath(field))),
  };
}

/** Returns the error codes of an endpoint: those that its method and input imply, and those that it declares. */
function refusedCodes(
  { auth, fromAnySite, input, errors = [] }: CallDescription,
  method: Method,
  hasBody: boolean,
): ApiCode[] {
  const refused: ApiCode[] = [...errors, 429, 500, 503];
  if (input || hasBody) refused.push(400);
  if (hasBody) refused.push(408, 413, 415);
  if (method !== 'GET' && !fromAnySite) refused.push(403);
  if (auth) refused.push(401, 1007);
  return refused;
}

function requestBody(call: CallDescription, method: Method, fields: Fields): BodyDescription | null {
  if (call.body) return call.body;
  if (method === 'GET' || Object.keys(fields).length === 0) return null;
  return { mediaTypes: FORM_OR_JSON, schema: z.object(fields) };
}

/** Returns the security of an endpoint. An empty list states that it needs no token. */
function securityOf({ auth, security }: CallDescription): SecurityRequirements {
  if (security) return security;
  if (!auth) return [];
  return auth === 'optional' ? [{}, { bearer: [] }] : [{ bearer: [] }];
}

const operationId = (path: string, method: Method) =>
  [method.toLowerCase(), ...path.split(/[^A-Za-z0-9]+/).filter(Boolean)]
    .map((word, index) => (index === 0 ? word : `${word[0]?.toUpperCase()}${word.slice(1)}`))
    .join('');

/**
 * Converts an endpoint to an OpenAPI operation. `path` is relative to /api, with parameters in braces.
 * @throws if the input isn't an object and the endpoint doesn't describe its body.
 */
function operation(path: string, method: Method, call: CallDescription): ZodOpenApiOperationObject {
  const { inPath, rest } = splitInput(path, call.body ? null : call.input);
  const isBare = call.answer.kind === 'bare';
  const body = requestBody(call, method, rest);
  const content = body?.mediaTypes.map((mediaType) => [mediaType, { schema: body.schema }]);
  return {
    operationId: operationId(path, method),
    tags: [tagOf(path)],
    summary: call.summary,
    security: [...securityOf(call)],
    requestParams: { path: z.object(inPath), query: z.object(body ? {} : rest) },
    parameters: isBare ? [] : [languageHeader, currencyHeader],
    ...(content ? { requestBody: { required: true, content: Object.fromEntries(content) } } : {}),
    responses: responses(call.answer, isBare ? [] : refusedCodes(call, method, body !== null)),
  };
}

type JsonSchema = Parameters<ZodOpenApiOverride>[0]['jsonSchema'];

/** Removes the safe-integer bounds that Zod adds to every integer. */
function withoutSafeBounds(schema: JsonSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/**
 * Lists the properties of a record whose keys are an enum. Zod only lists them as required, and tools don't find their
 * types in `propertyNames` and `additionalProperties`.
 */
function withProperties(schema: JsonSchema): void {
  const { required, propertyNames, additionalProperties } = schema;
  if (!required || propertyNames === undefined || typeof additionalProperties !== 'object') return;
  schema.properties = Object.fromEntries(required.map((name) => [name, additionalProperties]));
  schema.additionalProperties = false;
  delete schema.propertyNames;
}

/** Adjusts schemas for which Zod's output has too little or too much detail for readers. */
const tidySchema: ZodOpenApiOverride = ({ zodSchema, jsonSchema, io }) => {
  withoutSafeBounds(jsonSchema);
  withProperties(jsonSchema);
  // If a schema has a named format, its pattern is redundant.
  if (jsonSchema.format) delete jsonSchema.pattern;
  if (io === 'output') return;
  const { def } = zodSchema._zod;
  // `wireInt` accepts both numbers and digit strings. It's documented as an integer within the range it's piped into.
  if (def.type === 'pipe' && def.in === wireInt) {
    delete jsonSchema.anyOf;
    const { type, minimum, maximum, exclusiveMinimum } = z.toJSONSchema(def.out);
    Object.assign(jsonSchema, { type, minimum, maximum, exclusiveMinimum });
    withoutSafeBounds(jsonSchema);
  }
  // Zod omits the default and the examples if a schema has a transform, because they might describe the transformed
  // value. In this project, they describe the input.
  if (def.type === 'default') jsonSchema.default = def.defaultValue;
  const examples = z.globalRegistry.get(zodSchema)?.examples;
  if (Array.isArray(examples)) jsonSchema.examples = examples;
};

/** Loaders of the route files in app/api by their path relative to that folder, with parameters in braces. */
export type ApiRoutes = Readonly<Record<string, () => Promise<object>>>;

type DescribedCall = { path: string; method: Method; description: CallDescription; route: unknown };

const isDescribed = (route: unknown): route is { description: CallDescription } =>
  typeof route === 'function' && 'description' in route && route.description !== undefined;

/** Returns all described endpoints with their path and method. */
export async function describedCalls(routes: ApiRoutes): Promise<DescribedCall[]> {
  const modules = await Promise.all(
    Object.entries(routes).map(async ([path, load]) => [path, Object.entries(await load())] as const),
  );
  return modules.flatMap(([path, exported]) =>
    METHODS.flatMap((method) => {
      const route: unknown = exported.find(([name]) => name === method)?.[1];
      return isDescribed(route) ? [{ path, method, description: route.description, route }] : [];
    }),
  );
}

const INTRODUCTION = `Every response except bare ones is an envelope: \`{ "code": number, "msg": string, "data": … | null }\`. \
Code 200 is success. The HTTP status equals the code, except that 1007 is sent with 401. \
Amounts are exact decimal strings in the coin's units, never JSON numbers. Times are ISO 8601 in UTC. \
Addresses have their EIP-55 checksum. Chains are identified by EIP-155 chain ID. \
Bodies are JSON or form-encoded, according to their Content-Type.`;

/** Builds the OpenAPI 3.1 document from the schemas that validate the routes' input and output. */
export async function describeApi(routes: ApiRoutes): Promise<oas31.OpenAPIObject> {
  const calls = await describedCalls(routes);
  const paths: ZodOpenApiPathsObject = {};
  for (const { path, method, description } of calls) {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(path, method, description) };
  }
  const used = new Set(
    Object.values(paths)
      .flatMap((item) => Object.values(item))
      .flatMap(({ tags: t }) => t ?? []),
  );
  return createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: `${brand} API`,
        version: packageFile.version,
        description: INTRODUCTION,
        license: { name: 'Terms of this site', url: pages.terms },
      },
      servers: [{ url: '/api', description: 'This site.' }],
      tags: tags.filter(({ name }) => used.has(name)).map(({ name, description }) => ({ name, description })),
      paths,
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description: 'The token returned by POST /user/login.',
          },
          metrics: {
            type: 'http',
            scheme: 'bearer',
            description: 'The operator’s METRICS_TOKEN.',
          },
        },
      },
    },
    { override: tidySchema },
  );
}
