import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** The static pages of a build as files under its `server` folder, save those of Next's older router. */
export async function pageFiles(dist: string): Promise<string[]> {
  const files = await readdir(path.join(dist, 'server'), { recursive: true });
  return files.filter((file) => file.endsWith('.html') && !file.startsWith(`pages${path.sep}`));
}
