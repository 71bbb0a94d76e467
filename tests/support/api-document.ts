import { readdirSync } from 'node:fs';
import path from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { oas31 } from 'zod-openapi';
import { apiRoutes } from '@/app/api/openapi.json/api-routes';
import type { RouteHandler } from '@/lib/server/http/handler';
import { describeApi, describedCalls } from '@/lib/server/http/openapi/document';

/** Path and method of an API call in the OpenAPI document. */
export type DocumentedCall = { path: string; method: string };

const DOCUMENT = 'openapi.json';
const pointer = (...parts: string[]) =>
  parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

async function read() {
  const [document, calls] = await Promise.all([describeApi(apiRoutes), describedCalls(apiRoutes)]);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  // Convert the document to JSON and back, as when it is sent over the network.
  ajv.addSchema(JSON.parse(JSON.stringify(document)), DOCUMENT);
  const placeOf = new Map(
    calls.map(({ path, method, route }) => [route, { path, method: method.toLowerCase() }] as const),
  );
  return { document, ajv, placeOf };
}

let memo: ReturnType<typeof read> | undefined;
const readOnce = () => {
  memo ??= read();
  return memo;
};

/** Returns the documented call that a route function handles, or undefined if there is none. */
export async function placeOf(route: unknown): Promise<DocumentedCall | undefined> {
  return (await readOnce()).placeOf.get(route);
}

const isReference = (value: object): value is oas31.ReferenceObject => '$ref' in value;

/**
 * Validates a response against the OpenAPI document. Returns the errors, or an empty array if the response is valid.
 */
export async function problemsOf(
  { path, method }: DocumentedCall,
  { status, mediaType, body }: { status: number; mediaType: string; body: unknown },
): Promise<string[]> {
  const { document, ajv } = await readOnce();
  const operation = Object.entries(document.paths?.[path] ?? {}).find(([name]) => name === method)?.[1];
  const answer: oas31.ResponseObject | oas31.ReferenceObject | undefined = operation?.responses?.[status];
  if (!answer) return [`${method} ${path} documents no status ${status}`];
  const place = isReference(answer)
    ? answer.$ref.slice(1)
    : pointer('paths', path, method, 'responses', String(status));
  const validate = ajv.getSchema(`${DOCUMENT}#${place}${pointer('content', mediaType, 'schema')}`);
  if (!validate) return [`${method} ${path} documents no ${mediaType} for ${status}`];
  if (validate(body)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${method} ${path} ${status}${instancePath}: ${message} ${JSON.stringify(params)}`,
  );
}

/** Validates a body, such as an event's data, against the schema at `reference` in the document. Returns the errors. */
export async function problemsAt(reference: string, body: unknown): Promise<string[]> {
  const validate = (await readOnce()).ajv.getSchema(`${DOCUMENT}${reference}`);
  if (!validate) return [`the document has no ${reference}`];
  return validate(body) ? [] : (validate.errors ?? []).map(({ message }) => message ?? 'invalid');
}

export const apiDocument = async () => (await readOnce()).document;

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

/** An API route file: its path under /api, and its handlers by HTTP method. */
export type ApiRoute = { place: string; calls: Partial<Record<Method, RouteHandler>> };

const folder = path.join(process.cwd(), 'app', 'api');

/** Paths of all route files under app/api, such as `coin/[id]`. */
export const apiPlaces: readonly string[] = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => path.basename(file) === 'route.ts')
  .map((file) => path.dirname(file).split(path.sep).join('/'))
  .sort();

/** Loads a route file. */
export async function loadRoute(place: string): Promise<ApiRoute> {
  const loaded: Record<string, unknown> = await import(path.join(folder, ...place.split('/'), 'route.ts'));
  const calls = METHODS.flatMap((method) =>
    typeof loaded[method] === 'function' ? [[method, loaded[method] as RouteHandler] as const] : [],
  );
  return { place, calls: Object.fromEntries(calls) };
}
