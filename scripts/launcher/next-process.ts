import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { childEnv, OWN_SIGNALS, preloadOptions } from '@/lib/settings/process-env';

/** Environment of a Next process, besides what this process has. */
export type SiteEnv = Record<string, string | undefined>;

interface NextOptions {
  root: string;
  command: 'build' | 'start' | 'dev';
  args?: readonly string[];
  env: SiteEnv;
  stdio: [stdin: 'ignore', stdout: 'inherit' | 'pipe', stderr: 'inherit'];
  detached: boolean;
}

/** Starts a command of Next that ends together with this process, however this one ends. */
export function spawnNext({ root, command, args = [], env, stdio, detached }: NextOptions): ChildProcess {
  const require = createRequire(import.meta.url);
  const preload = new URL('exit-with-parent.mjs', import.meta.url).href;
  const channels: StdioOptions = [...stdio, 'ipc'];
  return spawn(process.execPath, [require.resolve('next/dist/bin/next'), command, ...args], {
    cwd: root,
    detached,
    stdio: channels,
    windowsHide: true,
    env: childEnv({
      NEXT_TELEMETRY_DISABLED: '1',
      NODE_ENV: command === 'dev' ? 'development' : 'production',
      ...(command === 'start' ? OWN_SIGNALS : {}),
      ...env,
      NODE_OPTIONS: preloadOptions(preload),
    }),
  });
}
