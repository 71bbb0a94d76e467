import path from 'node:path';

/** Returns the path of the bundled API in a build folder. The folder's package.json doesn't matter for this suffix. */
export const apiFile = (dist: string): string => path.join(dist, 'api.cjs');
