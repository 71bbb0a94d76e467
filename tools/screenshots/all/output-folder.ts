import path from 'node:path';
import { projectRoot } from '@/scripts/launcher/settings';

/** Returns the folder to write to. @throws if it is inside the repository, where pictures could be committed. */
export function outputFolder(given: string | undefined): string {
  if (!given || given.startsWith('--'))
    throw new Error('usage: npm run screenshots -- all OUT_DIR [--only=PATTERN]');
  const folder = path.resolve(given);
  const inside = path.relative(projectRoot, folder);
  if (!inside.startsWith('..') && !path.isAbsolute(inside))
    throw new Error(`${folder} is inside the repository: choose a folder outside it`);
  return folder;
}
