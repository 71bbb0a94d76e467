import path from 'node:path';
import { z } from 'zod';
import type { FileKind } from '@/lib/http/response-headers';

/** Kinds of responses. The headers for each kind are defined in lib/http/response-headers.ts. */
const kind = z.enum(['page', 'flight', 'hashed', 'file']) satisfies z.ZodType<FileKind>;

/** A response body, stored in the folder `files`: uncompressed as `hash`, compressed as `hash.br` and `hash.gz`. */
const body = z.strictObject({
  kind,
  /** Media type, including its parameters. */
  type: z.string(),
  /** Start of the uncompressed body's SHA-256 hash, which is also part of its ETags. */
  hash: z.string(),
  encodings: z.array(z.enum(['br', 'gzip'])),
});
export type AnswerBody = z.infer<typeof body>;

const answer = body.extend({
  status: z.number(),
  /** Headers in addition to the standard headers for this kind of response. */
  headers: z.record(z.string(), z.string()),
  /** Next's internal path for the page, including the locale prefix. Set only if the request path has no prefix. */
  rewritten: z.string().optional(),
  /** Content-Security-Policy hash sources of a page's inline scripts. */
  scripts: z.array(z.string()).optional(),
  /** A page's flight data. The segments are keyed by the name that clients request. */
  flight: body.optional(),
  segments: z.record(z.string(), body).optional(),
  /** Earliest time at which a file from an earlier build may be deleted, in ms since the epoch. */
  expires: z.number().optional(),
});
export type Answer = z.infer<typeof answer>;

/** A build's stored responses by request path. */
export const answerManifest = z.strictObject({ answers: z.record(z.string(), answer) });
export type AnswerManifest = z.infer<typeof answerManifest>;

/** Returns the folder that contains a build's stored responses, next to the build folder. */
export const answersDir = (dist: string): string => `${dist}-answers`;
export const manifestFile = (dir: string): string => path.join(dir, 'manifest.json');

const suffixes = { br: '.br', gzip: '.gz' } as const;

/** Returns the path of a response body's file in an encoding (uncompressed by default). */
export const bodyFile = (dir: string, { hash }: Pick<AnswerBody, 'hash'>, encoding?: 'br' | 'gzip') =>
  path.join(dir, 'files', `${hash}${encoding ? suffixes[encoding] : ''}`);
