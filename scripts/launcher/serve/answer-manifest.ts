import path from 'node:path';
import { z } from 'zod';
import type { FileKind } from '@/lib/http/response-headers';

/** The headers of each kind are in lib/http/response-headers.ts. */
const kind = z.enum(['page', 'flight', 'hashed', 'file']) satisfies z.ZodType<FileKind>;

/** An answer's body as files under `files`: plain as `hash`, compressed as `hash.br` and `hash.gz`. */
const body = z.strictObject({
  kind,
  /** Media type with its parameters. */
  type: z.string(),
  /** Start of the SHA-256 of the plain body, also its ETag. */
  hash: z.string(),
  encodings: z.array(z.enum(['br', 'gzip'])),
});
export type AnswerBody = z.infer<typeof body>;

const answer = body.extend({
  status: z.number(),
  /** Headers of its own, beside those of its kind. */
  headers: z.record(z.string(), z.string()),
  /** Next's inner path of a page of the default locale. */
  rewritten: z.string().optional(),
  /** Content-Security-Policy hash sources of a page's inline scripts. */
  scripts: z.array(z.string()).optional(),
  /** A page's flight data, and its segments by the name that a client requests. */
  flight: body.optional(),
  segments: z.record(z.string(), body).optional(),
  /** For a file of an earlier build: when it may be dropped, in ms since the epoch. */
  expires: z.number().optional(),
});
export type Answer = z.infer<typeof answer>;

/** Answers of a build by request path. */
export const answerManifest = z.strictObject({ answers: z.record(z.string(), answer) });
export type AnswerManifest = z.infer<typeof answerManifest>;

/** Returns the folder of a build's answers, next to the build. */
export const answersDir = (dist: string): string => `${dist}-answers`;
export const manifestFile = (dir: string): string => path.join(dir, 'manifest.json');

const suffixes = { br: '.br', gzip: '.gz' } as const;

/** Returns the file of a body in an encoding; plain by default. */
export const bodyFile = (dir: string, { hash }: Pick<AnswerBody, 'hash'>, encoding?: 'br' | 'gzip') =>
  path.join(dir, 'files', `${hash}${encoding ? suffixes[encoding] : ''}`);
