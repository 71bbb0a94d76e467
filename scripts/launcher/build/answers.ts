import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { lookup } from 'mrmime';
import { z } from 'zod';
import { inlineScriptHashes } from '@/lib/http/inline-script-hashes';
import { requestPath } from '@/lib/i18n/routing';
import { readIfThere, writeWhole } from '../file';
import {
  type Answer,
  type AnswerBody,
  type AnswerManifest,
  answerManifest,
  answersDir,
  bodyFile,
  manifestFile,
} from '../serve/answer-manifest';
import { deferScripts } from './defer-scripts';

/** How long files from an earlier build stay available to pages that were open during a deploy. */
const KEPT_MS = 24 * 60 * 60 * 1_000;
/** Minimum size in bytes for compression. Compressing a smaller body saves nothing. */
const LEAST_COMPRESSED = 256;
const COMPRESSIBLE = /^text\/|\b(?:json|xml|javascript)\b|svg/;

const compressors = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 9 }),
};
const encodings = ['br', 'gzip'] as const;

const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );

/**
 * Writes a file atomically, unless the file already exists. Doesn't sync files to disk, which would take most of the
 * time.
 */
async function writeOnce(file: string, content: () => Promise<Buffer> | Buffer): Promise<void> {
  if (await exists(file)) return;
  const half = `${file}.${process.pid}.part`;
  await writeFile(half, await content());
  await rename(half, file);
}

/** Writes each response body once, named by the hash of its content, along with its compressed versions. */
class BodyFiles {
  readonly #dir: string;
  readonly #written = new Map<string, Promise<AnswerBody['encodings']>>();

  constructor(dir: string) {
    this.#dir = dir;
  }

  async #write(hash: string, body: Buffer, type: string): Promise<AnswerBody['encodings']> {
    await writeOnce(bodyFile(this.#dir, { hash }), () => body);
    if (body.length < LEAST_COMPRESSED || !COMPRESSIBLE.test(type)) return [];
    await Promise.all(
      encodings.map((encoding) =>
        writeOnce(bodyFile(this.#dir, { hash }, encoding), () => compressors[encoding](body)),
      ),
    );
    return [...encodings];
  }

  async add(body: Buffer, kind: AnswerBody['kind'], type: string): Promise<AnswerBody> {
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 20);
    const written = this.#written.get(hash) ?? this.#write(hash, body, type);
    this.#written.set(hash, written);
    return { kind, type, hash, encodings: await written };
  }
}

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
/** Next's metadata for a prerendered page, which is in a file next to its HTML. */
const pageMeta = z.object({
  headers: z.record(z.string(), z.string()),
  segmentPaths: z.array(z.string()).default([]),
});

const HTML = 'text/html; charset=utf-8';
const FLIGHT = 'text/x-component';
const JAVASCRIPT = 'text/javascript; charset=utf-8';
/** Header with Next's internal cache tags, which clients don't need. */
const INTERNAL = 'x-next-cache-tags';
/** Prerendered routes to skip. The middleware or other code handles requests for them. */
const SKIPPED = /^\/_(?:global-error|not-found)$/;
const NOT_FOUND = /\/404$/;

const withoutInternal = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name !== INTERNAL));

/** Returns the stored responses for a page and for its flight data script, if it has one. */
async function pageAnswers(app: string, route: string, bodies: BodyFiles): Promise<[string, Answer][]> {
  const base = path.join(app, route);
  const meta = pageMeta.parse(JSON.parse(await readFile(`${base}.meta`, 'utf8')));
  const { html, flight: data } = deferScripts(await readFile(`${base}.html`, 'utf8'));
  const flight = await bodies.add(await readFile(`${base}.rsc`), 'flight', FLIGHT);
  const segments = await Promise.all(
    meta.segmentPaths.map(async (name) => {
      const file = path.join(`${base}.segments`, `${name}.segment.rsc`);
      return [name, await bodies.add(await readFile(file), 'flight', FLIGHT)] as const;
    }),
  );
  const page: Answer = {
    ...(await bodies.add(Buffer.from(html), 'page', HTML)),
    status: NOT_FOUND.test(route) ? 404 : 200,
    headers: withoutInternal(meta.headers),
    // Next's client-side router needs the page's internal path if the request path has no locale prefix.
    ...(requestPath(route) === route ? {} : { rewritten: route }),
    scripts: inlineScriptHashes(html),
    flight,
    segments: Object.fromEntries(segments),
  };
  if (!data) return [[requestPath(route), page]];
  const script = await bodies.add(Buffer.from(data.code), 'hashed', JAVASCRIPT);
  return [
    [requestPath(route), page],
    [data.address, { ...script, status: 200, headers: {} }],
  ];
}

async function fileAnswer(file: string, kind: 'hashed' | 'file', bodies: BodyFiles): Promise<Answer> {
  const type = lookup(file) ?? 'application/octet-stream';
  const text = /^text\/|javascript|svg/.test(type) ? `${type}; charset=utf-8` : type;
  return { ...(await bodies.add(await readFile(file), kind, text)), status: 200, headers: {} };
}

async function routeAnswer(app: string, route: string, headers: Record<string, string>, bodies: BodyFiles) {
  const { 'content-type': type = 'application/octet-stream', ...others } = withoutInternal(headers);
  const body = await readFile(path.join(app, `${route}.body`));
  return { ...(await bodies.add(body, 'file', type)), status: 200, headers: others } satisfies Answer;
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
 * routes), Next's static files and the `public` folder. Text is also stored compressed. The build itself is unchanged.
 * Hashed files from earlier builds stay for a day, so that a page that was open during a deploy can still load its
 * scripts.
 * @throws Error if a build file is missing, or if a page uses revalidation, which isn't supported.
 */
export async function writeAnswers(root: string, dist: string, now = Date.now()): Promise<void> {
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
  ];
  const answers = { ...earlier, ...Object.fromEntries((await Promise.all(entries)).flat()) };
  const manifest: AnswerManifest = { answers };
  await writeWhole(manifestFile(dir), JSON.stringify(manifest));
  await deleteUnused(dir, answers);
}
