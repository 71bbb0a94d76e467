import { existsSync } from 'node:fs';

const systemPaths = [
  '/usr/bin/turnserver',
  '/usr/sbin/turnserver',
  '/usr/local/bin/turnserver',
  '/opt/homebrew/bin/turnserver',
];

/** Returns the path of coturn, or undefined if it isn't installed. */
export const findTurnServer = (): string | undefined => systemPaths.find((path) => existsSync(path));
