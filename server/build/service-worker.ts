import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { routing } from '@/lib/i18n/routing';

/** Returns the texts of the worker by locale, which are a part of the message files. */
async function workerWording(root: string): Promise<Record<string, unknown>> {
  const read = async (locale: string) =>
    [
      locale,
      JSON.parse(await readFile(path.join(root, 'messages', `${locale}.json`), 'utf8')).worker,
    ] as const;
  return Object.fromEntries(await Promise.all(routing.locales.map(read)));
}

/**
 * Returns the service worker's script for a build. It contains the build's ID, so that browsers replace the worker of an earlier
 * build.
 * @throws if the sources can't be bundled.
 */
export async function bundleWorker(root: string, dist: string): Promise<Buffer> {
  const buildId = (await readFile(path.join(dist, 'BUILD_ID'), 'utf8')).trim();
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['lib/worker/service-worker.ts'],
    write: false,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    define: {
      BUILD_ID: JSON.stringify(buildId),
      WORKER_WORDING: JSON.stringify(await workerWording(root)),
      'process.env.NODE_ENV': '"production"',
    },
    legalComments: 'none',
    logLevel: 'error',
  });
  const [script] = outputFiles;
  if (!script) throw new Error('the service worker was not bundled');
  return Buffer.from(script.contents);
}
