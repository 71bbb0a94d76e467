import 'server-only';
import { createDocument, type oas31, type ZodOpenApiPathsObject } from 'zod-openapi';
import { brand } from '@/lib/content/website';
import packageFile from '@/package.json';
import type { CallDescription } from '../call-description';
import { METHODS, type Method } from '../methods';
import { tidySchema } from './json-schema';
import { operation } from './operation';
import { tags } from './tags';

/** Loads the route files below app/api, by their paths there: parameters stand in braces. */
export type ApiRoutes = Readonly<Record<string, () => Promise<object>>>;

type DescribedCall = { path: string; method: Method; description: CallDescription; route: unknown };

const isDescribed = (route: unknown): route is { description: CallDescription } =>
  typeof route === 'function' && 'description' in route && route.description !== undefined;

/** Every call of the routes that is described, by path and method. */
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

const INTRODUCTION = `Every answer but the bare ones is an envelope: \`{ "code": number, "msg": string, "data": … | null }\`. \
Code 200 is success. The HTTP status is the code where that is one; 1007 comes with 401. \
Amounts are exact decimal strings in the coin's units, never JSON numbers. Times are ISO 8601 in UTC. \
Addresses have their EIP-55 checksum. Chains are named by their EIP-155 ids. \
Bodies are JSON or form-encoded, as their Content-Type says.`;

/** The OpenAPI 3.1 document of the routes, made of the schemas that validate their input and output. */
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
      info: { title: `${brand} API`, version: packageFile.version, description: INTRODUCTION },
      servers: [{ url: '/api', description: 'This site.' }],
      tags: tags.filter(({ name }) => used.has(name)).map(({ name, description }) => ({ name, description })),
      paths,
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description: 'The token that POST /user/login answers with.',
          },
        },
      },
    },
    { override: tidySchema },
  );
}
