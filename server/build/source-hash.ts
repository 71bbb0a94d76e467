import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Root folders that don't affect a build. All other folders do, because an unnecessary build is better than a stale
 * one.
 */
const ASIDE = new Set([
  'node_modules',
  'contracts',
  'coverage',
  'docs',
  'drafts',
  'findings',
  'scripts',
  'server',
  'test-results',
  'tests',
  'tools',
]);
const ASIDE_FILES =
  /\.(md|tsbuildinfo)$|^(biome\.jsonc|jest\..*|playwright\..*|knip\..*|next-env\.d\.ts|Dockerfile|compose\.yaml)$/;

async function filesBelow(folder: string, isSource: (name: string) => boolean): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries
      .filter((entry) => isSource(entry.name))
      .map((entry) => {
        const full = path.join(folder, entry.name);
        if (entry.isDirectory()) return filesBelow(full, () => true);
        return entry.isFile() ? [full] : [];
      }),
  );
  return found.flat();
}

/** Returns the SHA-256 hash of `flags` and of the names and contents of all files that a build may read. */
export async function sourceHash(
  root: string,
  { except, flags }: { except: readonly string[]; flags: Readonly<Record<string, unknown>> },
): Promise<string> {
  const isSource = (name: string) =>
    !name.startsWith('.') &&
    !ASIDE.has(name) &&
    !ASIDE_FILES.test(name) &&
    !except.includes(path.resolve(root, name));
  const hash = createHash('sha256').update(JSON.stringify(flags));
  for (const file of (await filesBelow(root, isSource)).sort()) {
    const content = await readFile(file);
    hash.update(`\0${path.relative(root, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}
