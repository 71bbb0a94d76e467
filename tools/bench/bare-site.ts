import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from '@/scripts/launcher/settings';
import { spawnNext, waitUntil } from '@/server/process/process';

const layout = `export default ({ children }) => <html lang="en"><body>{children}</body></html>;\n`;
const page = `export default () => <main><h1>Bare</h1></main>;\n`;

export interface BareSite {
  origin: string;
  stop: () => Promise<void>;
}

/**
 * Builds and serves a minimal site with the same version of Next.js. The site has a static page at `/`, and a page at
 * `/same` that returns `html` (so that both servers send the same bytes).
 * @throws if the build fails or the server doesn't respond.
 */
export async function startBareSite({ port, html }: { port: number; html: string }): Promise<BareSite> {
  // Created outside the project, so that Next doesn't use its middleware and instrumentation.
  const root = await mkdtemp(path.join(tmpdir(), 'bare-site-'));
  await symlink(path.join(projectRoot, 'node_modules'), path.join(root, 'node_modules'), 'junction');
  await mkdir(path.join(root, 'app', 'same'), { recursive: true });
  const config = `export default { turbopack: { root: ${JSON.stringify(path.parse(root).root)} } };\n`;
  await Promise.all([
    writeFile(path.join(root, 'package.json'), '{ "private": true, "type": "module" }\n'),
    writeFile(path.join(root, 'next.config.mjs'), config),
    writeFile(path.join(root, 'app', 'layout.jsx'), layout),
    writeFile(path.join(root, 'app', 'page.jsx'), page),
    writeFile(path.join(root, 'app', 'same', 'page.jsx'), page),
  ]);
  const env = { NEXT_DIST_DIR: undefined };
  const [code] = await once(
    spawnNext({ root, command: 'build', env, stdio: ['ignore', 'inherit', 'inherit'], detached: false }),
    'exit',
  );
  if (code !== 0) throw new Error('the bare site does not build');
  await writeFile(path.join(root, '.next', 'server', 'app', 'same.html'), html);
  await rm(path.join(root, '.next', 'server', 'route-cache'), { recursive: true, force: true });

  const args = ['--hostname', '127.0.0.1', '--port', String(port)];
  const child = spawnNext({
    root,
    command: 'start',
    args,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: false,
  });
  child.stdout?.resume();
  const origin = `http://127.0.0.1:${port}`;
  const answers = () =>
    fetch(origin).then(
      (response) => response.ok,
      () => false,
    );
  await waitUntil(answers, { timeoutMs: 60_000, intervalMs: 100, message: 'the bare site does not answer' });
  return {
    origin,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await rm(root, { recursive: true, force: true });
    },
  };
}
