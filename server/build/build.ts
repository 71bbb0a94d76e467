import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { ApiHost } from '@/lib/settings/build-env';
import { buildFlags } from '@/lib/settings/process-env';
import { readIfThere, writeWhole } from '../process/file';
import { spawnNext } from '../process/process';
import { writeAnswers } from './answers';
import { bundleApi } from './api-bundle';
import { bundleWorker } from './service-worker';
import { sourceHash } from './source-hash';

interface BuildOptions {
  root: string;
  /** Build folder, relative to `root`. */
  distDir: string;
  /** Whether the build includes the demo wallet, which is only for local chains. */
  demoWallet: boolean;
  /** Canonical origin, which is embedded in the static pages. */
  origin: string;
  /** Origins whose pages may embed the site (none by default). */
  embedOrigins?: readonly string[] | undefined;
  /** The operator's website file, relative to `root` (config/website.json by default). */
  websiteFile?: string | undefined;
  /** The operator's list of DApps, relative to `root` (default: config/dapps.json). */
  dappsFile?: string | undefined;
  /** The configured API hosts, keyed by name. */
  apiHosts?: Partial<Record<ApiHost, string>> | undefined;
  /** Folders to exclude from the source hash, such as the data folder. */
  except?: readonly string[];
  /** Whether to use an up-to-date build as is, because the folder may be read-only. */
  isFixed?: boolean;
  /** Called before a build. Throws if a build isn't allowed. */
  beforeBuild?: () => Promise<void>;
  /** Whether to print what Next says of a build that succeeds. */
  isVerbose?: boolean;
  signal?: AbortSignal;
}

/**
 * Returns the environment variables that must be the same for a build and the process that serves it. The serving
 * process may set additional origins.
 */
export const buildEnv = ({
  distDir,
  demoWallet,
  origin,
  embedOrigins = [],
  websiteFile = 'config/website.json',
  dappsFile = 'config/dapps.json',
  apiHosts = {},
}: Pick<
  BuildOptions,
  'distDir' | 'demoWallet' | 'origin' | 'embedOrigins' | 'websiteFile' | 'dappsFile' | 'apiHosts'
>) => ({
  NEXT_DIST_DIR: distDir,
  ORIGINS: origin,
  // Set to an empty string, so that a .env file can't enable the demo wallet.
  NEXT_PUBLIC_DEMO_WALLET: demoWallet ? '1' : '',
  NEXT_PUBLIC_EMBED_ORIGINS: embedOrigins.join(','),
  WEBSITE_FILE: websiteFile,
  DAPPS_FILE: dappsFile,
  NEXT_PUBLIC_API_HOSTS: Object.keys(apiHosts).length > 0 ? JSON.stringify(apiHosts) : '',
});

/** Returns the variables that Next writes into a build. */
const inlinedEnv = (env: ReturnType<typeof buildEnv>) => {
  const { NEXT_PUBLIC_DEMO_WALLET, NEXT_PUBLIC_EMBED_ORIGINS, NEXT_PUBLIC_API_HOSTS } = env;
  return { ...buildFlags(), NEXT_PUBLIC_DEMO_WALLET, NEXT_PUBLIC_EMBED_ORIGINS, NEXT_PUBLIC_API_HOSTS };
};

/** Returns the operator's files by the module that each replaces, as next.config.mjs does. */
const operatorFiles = (env: ReturnType<typeof buildEnv>) => ({
  '@/config/website.json': env.WEBSITE_FILE,
  '@/config/dapps.json': env.DAPPS_FILE,
});

/** Builds the site unless an up-to-date build exists. Returns whether it ran a build. Throws if the build fails. */
export async function buildSite(options: BuildOptions): Promise<boolean> {
  const { root, distDir, except = [], isFixed = false, beforeBuild, isVerbose = false, signal } = options;
  const dist = path.resolve(root, distDir);
  const env = buildEnv(options);
  const stampFile = path.join(dist, 'launcher-stamp');
  const stamp = await sourceHash(root, {
    except: [dist, ...except.map((folder) => path.resolve(root, folder))],
    // The stamp ignores the folder name, because a build is still up to date after it is copied to another folder.
    flags: { ...buildFlags(), ...env, NEXT_DIST_DIR: '', node: process.version },
  });
  const [built, buildId] = await Promise.all([stampFile, path.join(dist, 'BUILD_ID')].map(readIfThere));
  const complete = () =>
    Promise.all([
      bundleWorker(root, dist).then((worker) => writeAnswers(root, dist, { worker })),
      bundleApi({ root, dist, stamp, env: inlinedEnv(env), files: operatorFiles(env) }),
    ]);
  if (built === stamp && buildId !== undefined) {
    // The stamp doesn't cover the code that completes a build, so complete it again.
    if (!isFixed) await complete();
    return false;
  }

  await beforeBuild?.();
  console.log(
    built === undefined
      ? 'Building the site. The first time, this takes a minute or more.'
      : 'The sources, the flags or the canonical address have changed: building the site …',
  );
  await rm(stampFile, { force: true });
  const child = spawnNext({
    root,
    command: 'build',
    env,
    stdio: isVerbose ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    detached: false,
  });
  const output: Uint8Array[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Uint8Array) => output.push(chunk));
  const stop = () => child.kill('SIGTERM');
  signal?.addEventListener('abort', stop);
  try {
    const [code] = await once(child, 'close');
    if (signal?.aborted) throw new Error('the build was stopped');
    if (code !== 0) {
      process.stderr.write(Buffer.concat(output));
      throw new Error('the build failed: see its messages above');
    }
  } finally {
    signal?.removeEventListener('abort', stop);
  }
  await complete();
  await writeWhole(stampFile, stamp);
  return true;
}
