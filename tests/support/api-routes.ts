import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { RouteHandler } from '@/lib/server/http/handler';

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

/** A route file of the API: its place under /api as its folder is called, and the methods it answers. */
export type ApiRoute = { place: string; calls: Partial<Record<Method, RouteHandler>> };

const folder = path.join(process.cwd(), 'app', 'api');

/** Places of all route files under app/api, such as `coin/[id]`. */
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
