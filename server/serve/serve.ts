import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';
import next from 'next';
import { serverEnv } from '@/lib/settings/env';
import { buildFolder, policySettings, serveSite } from '@/lib/settings/process-env';
import { answersDir } from './answer-manifest';
import { loadAnswers, readDraftId } from './answers';
import { apiFile } from './api-file';
import { type Api, loadApiRoutes } from './api-router';
import { respond } from './respond';

/**
 * Serves a build: its files from memory, and the API from its bundle. Next's custom-server API, in the same process, responds
 * to everything else, such as previews and redirects. The launcher starts this script with the settings in its environment.
 */
const { values } = parseArgs({ options: { hostname: { type: 'string' }, port: { type: 'string' } } });
const { hostname = '127.0.0.1', port = '3000' } = values;
const dir = process.cwd();

/** Loads the build's bundle (api-entry.ts). */
const loadApi = (dist: string): Api => createRequire(import.meta.url)(apiFile(dist)).api;

async function serve(): Promise<void> {
  serveSite();
  const dist = path.join(dir, buildFolder());
  const app = next({ dev: false, dir, hostname, port: Number(port) });
  await app.prepare();
  const api = loadApi(dist);
  await api.bootOrExit();
  const [files, findCall] = await Promise.all([
    loadAnswers({
      dir: answersDir(dist),
      policy: policySettings(),
      sharedSeconds: serverEnv().SHARED_CACHE_SECONDS,
      draftId: await readDraftId(dist),
    }),
    loadApiRoutes(api),
  ]);
  const listener = respond({ files, findCall, passToNext: app.getRequestHandler() });
  const server = createServer((request, response) => void listener(request, response));
  server.listen(Number(port), hostname);
  await once(server, 'listening');
}

// Exit on failure, because Next only logs uncaught errors, which would leave a process that serves nothing.
serve().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
