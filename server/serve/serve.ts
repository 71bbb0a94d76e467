import { once } from 'node:events';
import { createServer } from 'node:http';
import path from 'node:path';
import { parseArgs } from 'node:util';
import next from 'next';
import { serverEnv } from '@/lib/settings/env';
import { buildFolder, policySettings, serveFiles } from '@/lib/settings/process-env';
import { answersDir } from './answer-manifest';
import { loadAnswers, passToNext, readDraftId } from './answers';

/**
 * Serves a build. The build's files come from memory; everything else (the API, previews, redirects) is handled by
 * Next's custom-server API in the same process. The launcher starts this script with the settings in its environment.
 */
const { values } = parseArgs({ options: { hostname: { type: 'string' }, port: { type: 'string' } } });
const { hostname = '127.0.0.1', port = '3000' } = values;
const dir = process.cwd();

async function serve(): Promise<void> {
  const booted = serveFiles();
  const app = next({ dev: false, dir, hostname, port: Number(port) });
  await app.prepare();
  const handle = app.getRequestHandler();
  await booted;
  const answer = await loadAnswers({
    dir: answersDir(path.join(dir, buildFolder())),
    policy: policySettings(),
    sharedSeconds: serverEnv().SHARED_CACHE_SECONDS,
    draftId: await readDraftId(path.join(dir, buildFolder())),
  });
  const server = createServer((request, response) => {
    if (!answer(request, response)) void passToNext(handle, request, response);
  });
  server.listen(Number(port), hostname);
  await once(server, 'listening');
}

// Exit on failure, because Next only logs uncaught errors, which would leave a process that serves nothing.
serve().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
