import { apiRoutes } from '@/app/api/openapi.json/api-routes';
import { bootOrExit } from '@/lib/server/boot';

/**
 * What server/serve runs of the site without Next: the start of the services, and the API's routes, with the one for all
 * other paths. server/build/api-bundle.ts bundles this file into the build.
 */
export const api = {
  bootOrExit,
  routes: apiRoutes,
  unknownPath: () => import('@/app/api/[[...path]]/route'),
};
