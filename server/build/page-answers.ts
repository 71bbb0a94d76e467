import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { inlineScriptHashes } from '@/lib/http/inline-script-hashes';
import { requestPath } from '@/lib/i18n/routing';
import type { Answer } from '../serve/answer-manifest';
import type { BodyFiles } from './body-files';
import { deferScripts } from './defer-scripts';

/** Next's metadata for a prerendered page, stored in a file next to the page's HTML. */
const pageMeta = z.object({
  headers: z.record(z.string(), z.string()),
  segmentPaths: z.array(z.string()).default([]),
});

const HTML = 'text/html';
const FLIGHT = 'text/x-component';
const JAVASCRIPT = 'text/javascript';
/** Headers to leave out: Next's internal cache tags, and caching, which the server sets for each kind of response. */
const LEFT_OUT = new Set(['x-next-cache-tags', 'cache-control']);
const NOT_FOUND = /\/404$/;

const keptHeaders = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !LEFT_OUT.has(name)));

/** Returns the stored responses for a page and for its flight data script, if it has one. */
export async function pageAnswers(
  app: string,
  route: string,
  bodies: BodyFiles,
): Promise<[string, Answer][]> {
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
    headers: keptHeaders(meta.headers),
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

export async function routeAnswer(
  app: string,
  route: string,
  headers: Record<string, string>,
  bodies: BodyFiles,
) {
  const { 'content-type': type = 'application/octet-stream', ...others } = keptHeaders(headers);
  const body = await readFile(path.join(app, `${route}.body`));
  return { ...(await bodies.add(body, 'file', type)), status: 200, headers: others } satisfies Answer;
}
