import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';
import { childEnv } from '@/lib/settings/process-env';
import type { Entrance } from '../soak/load-client';
import type { startLoadSite } from '../soak/load-site';

const started = z.object({
  proxy: z.object({ origin: z.string(), cert: z.string().exactOptional() }),
  proxyName: z.string(),
});

/** What callers of a load site need. */
export type EnteredSite = { proxy: Entrance; proxyName: string; stop: () => Promise<void> };

/** Source code of a process that runs a load site until it gets a message. It gets the options as its argument. */
const code = `
import { startLoadSite } from './tools/soak/load-site.ts';
const site = await startLoadSite(JSON.parse(process.argv[1]));
process.once('message', () => site.stop().then(() => process.exit()));
process.send({ proxy: site.proxy, proxyName: site.proxyName });`;

/** Starts the load site of another checkout, by its own code, in a process of its own. It's built if it isn't. */
export async function startOtherLoadSite(
  checkout: string,
  options: Parameters<typeof startLoadSite>[0],
): Promise<EnteredSite> {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', code, JSON.stringify(options)];
  const child = spawn(process.execPath, args, {
    cwd: checkout,
    env: childEnv({ TSX_TSCONFIG_PATH: 'tools/tsconfig.json' }),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const [message] = await Promise.race([once(child, 'message'), ended]);
  if (child.exitCode !== null) throw new Error(`${checkout} could not be started: see its messages above`);
  return {
    ...started.parse(message),
    stop: async () => {
      child.send('stop');
      await ended;
    },
  };
}
