import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { lookup } from 'mrmime';
import { z } from 'zod';
import { requestPath } from '@/lib/i18n/routing';
import { WORKER_PATH } from '@/lib/worker/worker-path';
import { readIfThere, writeWhole } from '../process/file';
import {
  type Answer,
  type AnswerManifest,
  answerManifest,
  answersDir,
  manifestFile,
} from '../serve/answer-manifest';
import { BodyFiles } from './body-files';
import { pageAnswers, routeAnswer } from './page-answers';

/** How long files from an earlier build stay available to pages that were open during a deploy. */
const KEPT_MS = 24 * 60 * 60 * 1_000;

const prerendered = z.object({
  routes: z.record(
    z.string(),
    z.object({
      initialRevalidateSeconds: z.union([z.number(), z.literal(false)]),
      initialHeaders: z.record(z.string(), z.string()).optional(),
      dataRoute: z.string().nullable(),
    }),
  ),
});
/** Prerendered routes to skip. The middleware or other code handles requests for them. */
const SKIPPED = /^\/_(?:global-error|not-found)$/;

/** Policy of the service worker, which requests files of this site only. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

async function workerAnswer(script: Buffer, bodies: BodyFiles): Promise<Answer> {
  const body = await bodies.add(script, 'file', 'text/javascript');
  return { ...body, status: 200, headers: { 'content-security-policy': WORKER_POLICY } };
}

async function fileAnswer(file: string, kind: 'hashed' | 'file', bodies: BodyFiles): Promise<Answer> {
  const type = lookup(file) ?? 'application/octet-stream';
  return { ...(await bodies.add(await readFile(file), kind, type)), status: 200, headers: {} };
}

/** Returns the files in a folder, keyed by request path, which starts with `/`. */
async function filesIn(folder: string): Promise<[path: string, file: string][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => [`/${path.relative(folder, file).split(path.sep).join('/')}`, file]);
}

/** Returns the hashed files from earlier builds that an open page may still request. */
async function earlierFiles(dir: string, now: number): Promise<Record<string, Answer>> {
  const text = await readIfThere(manifestFile(dir));
  const earlier = text === undefined ? undefined : answerManifest.safeParse(JSON.parse(text)).data;
  return Object.fromEntries(
    Object.entries(earlier?.answers ?? {}).flatMap(([name, answer]) => {
      const expires = answer.expires ?? now + KEPT_MS;
      return answer.kind === 'hashed' && expires > now ? [[name, { ...answer, expires }]] : [];
    }),
  );
}

/** Deletes response bodies that are no longer used and files left by an interrupted run. */
async function deleteUnused(dir: string, answers: Record<string, Answer>): Promise<void> {
  const used = new Set(
    Object.values(answers).flatMap(({ hash, flight, segments = {} }) => [
      hash,
      ...(flight ? [flight.hash] : []),
      ...Object.values(segments).map((segment) => segment.hash),
    ]),
  );
  const folder = path.join(dir, 'files');
  const unused = (await readdir(folder)).filter(
    (name) => name.endsWith('.part') || !used.has(name.split('.')[0] ?? ''),
  );
  await Promise.all(unused.map((name) => rm(path.join(folder, name), { force: true })));
}

/**
 * Stores a build's responses, ready to send: everything that Next has prerendered (pages, their flight data, metadata
 * routes), Next's static files, the `public` folder, and the service worker. Text is also stored compressed. The build itself is unchanged.
 * Hashed files from earlier builds stay for a day, so that a page that was open during a deploy can still load its
 * scripts.
 * @throws Error if a build file is missing, or if a page uses revalidation, which isn't supported.
 */
export async function writeAnswers(
  root: string,
  dist: string,
  { worker, now = Date.now() }: { worker?: Buffer; now?: number } = {},
): Promise<void> {
  const dir = answersDir(dist);
  await mkdir(path.join(dir, 'files'), { recursive: true });
  const bodies = new BodyFiles(dir);
  const app = path.join(dist, 'server', 'app');
  const { routes } = prerendered.parse(
    JSON.parse(await readFile(path.join(dist, 'prerender-manifest.json'), 'utf8')),
  );
  const renewed = Object.entries(routes).find(([, route]) => route.initialRevalidateSeconds !== false);
  if (renewed) throw new Error(`${renewed[0]} is revalidated`);
  const [earlier, statics, publics] = await Promise.all([
    earlierFiles(dir, now),
    filesIn(path.join(dist, 'static')),
    filesIn(path.join(root, 'public')),
  ]);
  const entries: Promise<(readonly [string, Answer])[]>[] = [
    ...Object.entries(routes)
      .filter(([route]) => !SKIPPED.test(route))
      .map(async ([route, { initialHeaders, dataRoute }]) => {
        if (dataRoute !== null) return pageAnswers(app, route, bodies);
        return [[requestPath(route), await routeAnswer(app, route, initialHeaders ?? {}, bodies)] as const];
      }),
    ...statics.map(async ([name, file]) => [
      [`/_next/static${name}`, await fileAnswer(file, 'hashed', bodies)] as const,
    ]),
    ...publics.map(async ([name, file]) => [[name, await fileAnswer(file, 'file', bodies)] as const]),
    ...(worker ? [workerAnswer(worker, bodies).then((answer) => [[WORKER_PATH, answer] as const])] : []),
  ];
  const answers = { ...earlier, ...Object.fromEntries((await Promise.all(entries)).flat()) };
  const manifest: AnswerManifest = { answers };
  await writeWhole(manifestFile(dir), JSON.stringify(manifest));
  await deleteUnused(dir, answers);
}
