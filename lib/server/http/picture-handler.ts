import 'server-only';
import { z } from 'zod';
import { INERT_POLICY } from '@/lib/http/response-headers';
import type { LimitName } from '@/lib/settings/setting-kinds';
import type { ApiCode } from './api-error';
import { type SecurityRequirements, withDescription } from './call-description';
import { isFresh } from './conditional';
import { handler, type RouteHandler } from './handler';

type PictureOptions<Input extends z.ZodType> = {
  /** One-line summary and error codes of the endpoint, for the OpenAPI document. */
  summary: string;
  errors: readonly ApiCode[];
  limit: LimitName;
  input: Input;
  /** `Cache-Control` header of the image. */
  cacheControl: string;
};

type Served = { bytes: Buffer; tag: string };

/** Prevents an image that is opened directly from loading anything, and prevents other sites from embedding it. */
const SAFE = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': INERT_POLICY,
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Creates an endpoint that serves a WebP image with an ETag (RFC 9110). Errors use the envelope. */
export function pictureHandler<Input extends z.ZodType>(
  { cacheControl, ...options }: PictureOptions<Input>,
  run: (input: z.output<Input>, request: Request) => Promise<Served>,
): RouteHandler {
  const route: RouteHandler = async (request, context) => {
    const made: { picture?: Served } = {};
    const answer = await handler({ ...options, auth: false, output: z.null() }, async ({ input }) => {
      made.picture = await run(input as z.output<Input>, request);
      return null;
    })(request, context);
    if (!made.picture) return answer;
    const { bytes, tag } = made.picture;
    const etag = `"${tag}"`;
    const headers = {
      ...SAFE,
      'Cache-Control': cacheControl,
      ETag: etag,
      'X-Request-Id': answer.headers.get('X-Request-Id') ?? '',
    };
    if (isFresh(request, etag)) return new Response(null, { status: 304, headers });
    return new Response(new Uint8Array(bytes), {
      headers: {
        ...headers,
        'Content-Type': 'image/webp',
        'Content-Length': String(bytes.byteLength),
        // A fixed name, so that nothing from the NFT ends up in a file name.
        'Content-Disposition': 'inline; filename="nft.webp"',
      },
    });
  };
  const { summary, errors, input, limit } = options;
  return withDescription({ summary, auth: false, input, errors, limit, answer: { kind: 'picture' } }, route);
}

type TextOptions = {
  /** One-line summary, security, media type, and error codes of the endpoint, for the OpenAPI document. */
  summary: string;
  security?: SecurityRequirements;
  mediaType: string;
  errors?: readonly ApiCode[];
};

/** Creates an endpoint that responds with text instead of the envelope. Errors thrown by `run` use the envelope. */
export function textHandler(
  { summary, security, mediaType, errors }: TextOptions,
  run: (request: Request) => Promise<{ type: string; text: string }>,
): RouteHandler {
  const route: RouteHandler = async (request, context) => {
    const made: { answer?: { type: string; text: string } } = {};
    const envelope = await handler({ auth: false, summary, input: null, output: z.null() }, async () => {
      made.answer = await run(request);
      return null;
    })(request, context);
    if (made.answer === undefined) return envelope;
    return new Response(made.answer.text, {
      headers: {
        'Content-Type': made.answer.type,
        'Cache-Control': 'no-store',
        'X-Request-Id': envelope.headers.get('X-Request-Id') ?? '',
      },
    });
  };
  return withDescription(
    { summary, auth: false, security, input: null, errors, answer: { kind: 'text', mediaType } },
    route,
  );
}
