import { existsSync } from 'node:fs';

const systemPaths = [
  '/usr/sbin/nginx',
  '/usr/bin/nginx',
  '/usr/local/sbin/nginx',
  '/usr/local/bin/nginx',
  '/opt/homebrew/bin/nginx',
];

/** Returns the path of an installed nginx, or undefined. */
export const findNginx = (): string | undefined => systemPaths.find((path) => existsSync(path));
