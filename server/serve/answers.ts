import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import fresh from 'fresh';
import { z } from 'zod';
import { DRAFT_MODE_COOKIE } from '@/lib/constants';
import { baseHeaders } from '@/lib/http/base-headers';
import type { PolicySettings } from '@/lib/http/content-policy';
import { cachingHeaders, NO_PAGE_POLICY, pagePolicyHeaders, varyOf } from '@/lib/http/response-headers';
import type { Encoding } from '@/lib/http/response-parts';
import { acceptedEncodings } from './accept-encoding';
import { type Answer, type AnswerBody, answerManifest, bodyFile, manifestFile } from './answer-manifest';
import { isOnlyResponse } from './flight-url';

/** All headers of a response, as names and values in turn: with its body, and without it (304). */
type Heads = { whole: string[]; unchanged: string[] };
/** A response body with its headers, for responses that shared caches may keep, and for those that they may not. */
type Variant = { etag: string; body: Buffer; shared: Heads; private: Heads };
/** A response in each available encoding. `identity` (uncompressed) is always available. */
type StoredResponse = {
  status: number;
  variants: Partial<Record<Encoding, Variant>> & { identity: Variant };
};
type Entry = StoredResponse & {
  isPage: boolean;
  flight?: StoredResponse | undefined;
  segments?: ReadonlyMap<string, StoredResponse> | undefined;
};

interface AnswerOptions {
  /** Folder that contains the output of `writeAnswers`. */
  dir: string;
  /** Settings for the pages' Content-Security-Policy, or null if pages have no policy. */
  policy: PolicySettings | null;
  /** How long shared caches may keep pages, in seconds. */
  sharedSeconds: number;
  /** Value of Next's draft mode cookie. Next renders the page for requests with this cookie. */
  draftId: string;
}

const suffixes: Record<Encoding, string> = { br: '-br', gzip: '-gz', identity: '' };

/** Reads a response body. A body that several responses share is read only once. */
type ReadBody = (body: AnswerBody, encoding: Encoding) => Promise<Buffer>;

function bodyReader(dir: string): ReadBody {
  const bodies = new Map<string, Promise<Buffer>>();
  return (body, encoding) => {
    const file = bodyFile(dir, body, encoding === 'identity' ? undefined : encoding);
    const read = bodies.get(file) ?? readFile(file);
    bodies.set(file, read);
    return read;
  };
}

/** Returns a response's headers. The later ones replace earlier ones with the same name. */
function headsOf(length: number, ...headers: Record<string, string>[]): Heads {
  const byName = new Map(
    headers.flatMap(Object.entries<string>).map(([name, value]) => [name.toLowerCase(), [name, value]]),
  );
  const unchanged = [...byName.values()].flat();
  return { unchanged, whole: [...unchanged, 'Content-Length', String(length)] };
}

async function loadResponse(
  readBody: ReadBody,
  status: number,
  stored: AnswerBody,
  own: Record<string, string>,
): Promise<StoredResponse> {
  const { kind, type, hash, encodings } = stored;
  const load = async (encoding: Encoding): Promise<Variant> => {
    const body = await readBody(stored, encoding);
    // Each encoding has its own strong validator (RFC 9110, section 8.8.3).
    const etag = `"${hash}${suffixes[encoding]}"`;
    const headers: Record<string, string> = {
      ...own,
      'Content-Type': type,
      Vary: varyOf(kind),
      ETag: etag,
      ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
    };
    const { 'CDN-Cache-Control': _, ...others } = headers;
    return {
      etag,
      body,
      shared: headsOf(body.length, headers),
      private: headsOf(body.length, others, { 'Cache-Control': 'private, no-store' }),
    };
  };
  const [identity, ...packed] = await Promise.all([
    load('identity'),
    ...encodings.map(async (encoding) => [encoding, await load(encoding)] as const),
  ]);
  return { status, variants: { ...Object.fromEntries(packed), identity } };
}

/** Returns the headers that Next's client-side router needs with a page's flight data. */
function flightHeaders({ headers, rewritten }: Answer): Record<string, string> {
  return {
    ...headers,
    ...(rewritten ? { 'x-nextjs-rewritten-path': rewritten, 'x-nextjs-rewritten-query': '' } : {}),
  };
}

async function loadEntry(
  route: string,
  answer: Answer,
  readBody: ReadBody,
  { policy, sharedSeconds }: AnswerOptions,
): Promise<Entry> {
  const standard = { ...baseHeaders(route), ...cachingHeaders(answer.kind, sharedSeconds) };
  const isPage = answer.kind === 'page';
  const own = isPage
    ? {
        ...standard,
        ...answer.headers,
        ...(policy ? pagePolicyHeaders(route, answer.scripts ?? [], policy) : {}),
      }
    : {
        ...standard,
        ...(answer.kind === 'file' ? { 'content-security-policy': NO_PAGE_POLICY } : {}),
        ...answer.headers,
      };
  const response = await loadResponse(readBody, answer.status, answer, own);
  if (!answer.flight) return { ...response, isPage };
  const shared = { ...standard, ...flightHeaders(answer) };
  const segment = { ...shared, 'x-nextjs-postponed': '2' };
  const segments = Object.entries(answer.segments ?? {}).map(
    async ([name, body]) => [name, await loadResponse(readBody, answer.status, body, segment)] as const,
  );
  return {
    ...response,
    isPage,
    flight: await loadResponse(readBody, answer.status, answer.flight, shared),
    segments: new Map(await Promise.all(segments)),
  };
}

/** Returns an entry's response to a request, or undefined if Next must render it. */
function responseOf(entry: Entry, { headers }: IncomingMessage, draftId: string): StoredResponse | undefined {
  if (!entry.isPage) return entry;
  if (headers.cookie?.includes(`${DRAFT_MODE_COOKIE}=${draftId}`)) return undefined;
  if (headers.rsc === undefined) return entry;
  const segment = headers['next-router-segment-prefetch'];
  return segment === undefined ? entry.flight : entry.segments?.get(String(segment));
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, variants }: StoredResponse,
  isShared: boolean,
): void {
  const header = String(request.headers['accept-encoding'] ?? '');
  const encoding = acceptedEncodings(header).find((name) => name in variants) ?? 'identity';
  const { etag, body, ...heads } = variants[encoding] ?? variants.identity;
  const { whole, unchanged } = isShared ? heads.shared : heads.private;
  if (status === 200 && fresh(request.headers, { etag })) response.writeHead(304, unchanged).end();
  else response.writeHead(status, whole).end(request.method === 'HEAD' ? undefined : body);
}

const drafts = z.object({ preview: z.object({ previewModeId: z.string() }) });

/** Returns the value of a build's draft mode cookie, which differs for each build. */
export async function readDraftId(dist: string): Promise<string> {
  const text = await readFile(path.join(dist, 'prerender-manifest.json'), 'utf8');
  return drafts.parse(JSON.parse(text)).preview.previewModeId;
}

/** A build's stored responses. */
export interface Answers {
  /** Returns whether there is a stored response for a path. */
  has: (path: string) => boolean;
  /**
   * Responds to a request for a path with all headers. Returns false if Next must respond instead: for an unknown path, a
   * preview, or a method other than GET and HEAD.
   */
  answer: (path: string, request: IncomingMessage, response: ServerResponse) => boolean;
}

/**
 * Loads a build's stored responses into memory.
 * @throws Error if the folder is missing or damaged.
 */
export async function loadAnswers(options: AnswerOptions): Promise<Answers> {
  const { answers } = answerManifest.parse(JSON.parse(await readFile(manifestFile(options.dir), 'utf8')));
  const readBody = bodyReader(options.dir);
  const entries = new Map(
    await Promise.all(
      Object.entries(answers).map(
        async ([route, answer]) => [route, await loadEntry(route, answer, readBody, options)] as const,
      ),
    ),
  );
  return {
    has: (path) => entries.has(path),
    answer: (path, request, response) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const entry = entries.get(path);
      const found = entry && responseOf(entry, request, options.draftId);
      if (!found) return false;
      send(request, response, found, !entry.isPage || isOnlyResponse(request));
      return true;
    },
  };
}
