import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { readIfThere, writeWhole } from '../process/file';
import { apiFile } from '../serve/api-file';

/**
 * Packages that load files of their own or must exist only once in the process: those of `serverExternalPackages` in
 * next.config.mjs, and Next, which only routes that aren't loaded from the bundle require.
 */
export const EXTERNAL = [
  'pg',
  'pino',
  'prom-client',
  'rate-limiter-flexible',
  'sharp',
  'ws',
  'next',
  'next/*',
];

interface BundleOptions {
  root: string;
  /** Absolute path of the build folder. */
  dist: string;
  /** Identifies the sources and settings that the build was made from. */
  stamp: string;
  /** Environment variables that Next also writes into the build. */
  env: Readonly<Record<string, string>>;
  /** Files of the operator, relative to `root`, by the module that they replace (see next.config.mjs). */
  files: Readonly<Record<string, string>>;
}

/**
 * Bundles api-entry.ts into one file in the build folder, unless it's there from the same sources: the API without Next.
 * The condition `react-server` lets modules import `server-only`, as in Next's build. In a CommonJS file, modules that a
 * dynamic import names, and what they require, aren't loaded before.
 * @throws if the sources can't be bundled.
 */
export async function bundleApi({ root, dist, stamp, env, files }: BundleOptions): Promise<void> {
  const file = apiFile(dist);
  const own = await readFile(fileURLToPath(import.meta.url));
  const banner = `// ${createHash('sha256').update(stamp).update(own).digest('hex')}`;
  if ((await readIfThere(file))?.startsWith(banner)) return;
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['api-entry.ts'],
    outfile: file,
    write: false,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    conditions: ['react-server', 'module'],
    external: EXTERNAL,
    alias: Object.fromEntries(Object.entries(files).map(([name, path]) => [name, `./${path}`])),
    define: Object.fromEntries(
      Object.entries({ ...env, NODE_ENV: 'production' }).map(([name, value]) => [
        `process.env.${name}`,
        JSON.stringify(value),
      ]),
    ),
    banner: { js: banner },
    legalComments: 'none',
    logLevel: 'error',
  });
  for (const { contents } of outputFiles) await writeWhole(file, contents);
}
