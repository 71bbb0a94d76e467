import { existsSync } from 'node:fs';

const systemPaths = [
  '/usr/sbin/nginx',
  '/usr/bin/nginx',
  '/usr/local/sbin/nginx',
  '/usr/local/bin/nginx',
  '/opt/homebrew/bin/nginx',
];

/** Returns the path of nginx, or undefined if it isn't installed. */
export const findNginx = (): string | undefined => systemPaths.find((path) => existsSync(path));
