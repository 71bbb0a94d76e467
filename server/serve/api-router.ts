import { addRoute, createRouter, findRoute } from 'rou3';
import type { api } from '@/api-entry';
import type { RouteHandler } from '@/lib/server/http/handler';
import { isOfApi } from './next-paths';

export type Api = typeof api;
/** Loads a route file. */
type Load = () => Promise<object>;
type Params = Record<string, string | string[]>;
/** The handlers of a path by method. */
type Route = ReadonlyMap<string, RouteHandler>;
/** The handler of a request, with the parameters in the format that Next passes. */
export type Call = { handler: RouteHandler; params: Params };
/** Finds the handler of a request, or null if Next must respond. */
export type FindCall = (method: string, path: string) => Call | null;

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/**
 * Returns a handler for a method that a route doesn't have. As in Next, it's 400 for methods that no route can have, or else
 * 405.
 */
const refuse =
  (status: 400 | 405): RouteHandler =>
  async () =>
    new Response(null, { status });
const unknownMethod = refuse(400);
const notAllowed = refuse(405);

/** Returns a module's handlers with those that Next adds: HEAD by GET, OPTIONS, and 405 for the other methods. */
function routeOf(module: Partial<Record<string, RouteHandler>>): Route {
  const own = METHODS.flatMap((method) => {
    const handler = module[method === 'HEAD' ? 'GET' : method];
    return handler ? [{ method, handler }] : [];
  });
  const allow = ['OPTIONS', ...own.map(({ method }) => method)].sort().join(', ');
  const route = new Map<string, RouteHandler>(METHODS.map((method) => [method, notAllowed]));
  for (const { method, handler } of own) route.set(method, handler);
  return route.set('OPTIONS', async () => new Response(null, { status: 204, headers: { Allow: allow } }));
}

/** Loads a route file's handlers. It may also export settings for Next. */
const load = async (module: Load): Promise<Route> => routeOf({ ...(await module()) });

/** Loads the API's routes. */
export async function loadApiRoutes({
  routes,
  unknownPath,
}: {
  routes: Readonly<Record<string, Load>>;
  unknownPath: Load;
}): Promise<FindCall> {
  const router = createRouter<Route>();
  const unknown = await load(unknownPath);
  for (const [name, module] of Object.entries(routes)) {
    const path = `/api${name}`;
    if (isOfApi(path.replaceAll(/[{}]/g, '')))
      addRoute(router, '', path.replaceAll(/\{(\w+)\}/g, ':$1'), await load(module));
  }
  return (method, path) => {
    if (!isOfApi(path)) return null;
    const found = findRoute(router, '', path);
    if (found) return { handler: found.data.get(method) ?? unknownMethod, params: found.params ?? {} };
    const segments = path.split('/').slice(2);
    const params: Params = segments.length > 0 ? { path: segments } : {};
    return { handler: unknown.get(method) ?? unknownMethod, params };
  };
}
