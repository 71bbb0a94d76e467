import { z } from 'zod';
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { finalities } from '@/lib/evm/chains-file';
import { API_CODES, type ApiCode } from '../api-error';
import type { AnswerDescription } from '../call-description';
import { statusOf } from '../envelope';

const reason = z.string().describe('A stable identifier.');
const nothing = z.null();
const nothingOrReason = z.union([nothing, z.object({ reason })]);

const issues = z.object({
  issues: z.array(
    z.object({
      path: z.string().meta({ description: 'The field.', examples: ['chainId'] }),
      message: z.string().describe('The problem, in the request’s language.'),
    }),
  ),
});

/** Meaning of each error code, and the schema of its `data`. */
const codes: Record<ApiCode, { meaning: string; data: z.ZodType }> = {
  400: {
    meaning: 'Invalid input: data.issues names the fields, or data.reason says why.',
    data: z.union([z.null(), issues, z.object({ reason, field: z.string().optional() })]),
  },
  401: { meaning: 'No bearer token, or one that has expired.', data: nothing },
  403: { meaning: 'Not allowed, or not from this site.', data: nothingOrReason },
  404: { meaning: 'Not found.', data: nothingOrReason },
  405: { meaning: 'The call does not accept this method.', data: nothing },
  408: { meaning: 'The body did not arrive in time.', data: nothing },
  409: { meaning: 'Already done.', data: nothingOrReason },
  413: { meaning: 'The request is too large.', data: nothing },
  415: { meaning: 'This type of content is not accepted.', data: nothing },
  422: {
    meaning: 'Well-formed, but it contradicts the chain: data.reason says how.',
    data: z.object({ reason: reason.meta({ examples: ['not_owner'] }) }),
  },
  425: {
    meaning: 'The transaction is not mined yet, or does not have enough confirmations.',
    data: z.object({
      confirmations: z.int().describe('Current confirmations.'),
      required: z.int().describe('Required confirmations.'),
      finality: z
        .enum(finalities)
        .optional()
        .describe('The chain’s block tag that the transaction’s block must reach, too.'),
    }),
  },
  429: {
    meaning: 'Too many requests: try again after the seconds of Retry-After.',
    data: z.union([nothing, z.object({ retryAfter: z.int().describe('Seconds, as in Retry-After.') })]),
  },
  500: { meaning: 'Something went wrong on our side.', data: nothing },
  502: { meaning: 'A chain’s node or a price platform does not answer: try again.', data: nothingOrReason },
  503: {
    meaning: 'A chain’s node or the database is unreachable, or the server is busy: try again.',
    data: nothingOrReason,
  },
  1007: { meaning: 'The session was revoked, for example by signing out elsewhere.', data: nothing },
};

const msg = z.string().describe('In the request’s language.');
const requestId = {
  'X-Request-Id': { description: 'ID of the request in the server’s log.', schema: { type: 'string' } },
} as const;
const retryAfter = {
  'Retry-After': {
    description: 'Seconds to wait before retrying.',
    schema: { type: 'integer', minimum: 0 },
  },
} as const;

const etag = { ETag: { schema: { type: 'string' } } } as const;
const notModified = { 304: { description: 'Not modified: it matches If-None-Match.' } } as const;

const enveloped = (data: z.ZodType) => z.object({ code: z.literal(200), msg, data });

const refusalBody = (code: ApiCode) =>
  z
    .object({ code: z.literal(code), msg, data: codes[code].data })
    .meta({ id: `Refusal${code}`, description: codes[code].meaning });

function refusal(status: number, refused: readonly ApiCode[]): ZodOpenApiResponseObject {
  return {
    id: `Refused${status}`,
    description: refused
      .map((code) => (code === status ? codes[code].meaning : `Code ${code}: ${codes[code].meaning}`))
      .join(' '),
    headers: { ...requestId, ...(status === 429 ? retryAfter : {}) },
    content: { 'application/json': { schema: oneOf(refused.map(refusalBody)) } },
  };
}

/** Error responses by HTTP status. Each is created only once, as a component of the document. */
const refusals = new Map(
  [...new Set(API_CODES.map(statusOf))].map((status) => [
    status,
    refusal(
      status,
      API_CODES.filter((code) => statusOf(code) === status),
    ),
  ]),
);

/** Returns the schema of a value that matches one of `schemas`. @throws if there are none. */
function oneOf([first, ...rest]: readonly z.ZodType[]): z.ZodType {
  if (!first) throw new Error('a response has no schema');
  return rest.length > 0 ? z.union([first, ...rest]) : first;
}

function success(answer: Exclude<AnswerDescription, { kind: 'bare' }>): ZodOpenApiResponsesObject {
  switch (answer.kind) {
    case 'envelope':
      return {
        200: {
          description: 'Success.',
          headers: { ...requestId, ...(answer.isCacheable ? etag : {}) },
          content: { 'application/json': { schema: enveloped(answer.data) } },
        },
        ...(answer.isCacheable ? notModified : {}),
      };
    case 'silent':
      return { 204: { description: 'Success, without content.', headers: requestId } };
    case 'text':
      return {
        200: {
          description: 'Success.',
          headers: requestId,
          content: { [answer.mediaType]: { schema: { type: 'string' } } },
        },
      };
    case 'document':
      return {
        200: {
          description: 'Success, without the envelope.',
          headers: { ...requestId, ...etag },
          content: { 'application/json': { schema: answer.data } },
        },
        ...notModified,
      };
    case 'picture':
      return {
        200: {
          description: 'The picture.',
          headers: { ...requestId, ...etag },
          content: { 'image/webp': { schema: z.file() } },
        },
        ...notModified,
      };
    case 'ciphertext':
      return {
        200: {
          description: 'The ciphertext.',
          headers: requestId,
          content: { 'application/octet-stream': { schema: z.file() } },
        },
      };
    case 'redirect':
      return {
        303: {
          description: 'Redirects to a page.',
          headers: { ...requestId, Location: { schema: { type: 'string', format: 'uri-reference' } } },
        },
      };
    case 'events':
      return {
        200: {
          description: `Server-sent events (HTML standard): ${Object.keys(answer.events).join(', ')}. The data of each is one line of JSON, which the schema describes; comments are heartbeats. A stream ends from time to time: reconnect.`,
          headers: requestId,
          // OpenAPI 3.1 has no schema for an event. Generators of clients read it as that of the data.
          content: { 'text/event-stream': { schema: oneOf(Object.values(answer.events)) } },
        },
      };
  }
}

/** Returns all responses of an endpoint: its success response, and its errors by HTTP status. */
export function responses(answer: AnswerDescription, refused: readonly ApiCode[]): ZodOpenApiResponsesObject {
  if (answer.kind === 'bare') {
    return Object.fromEntries(
      Object.entries(answer.answers).map(([status, { description, mediaType, schema }]) => [
        status,
        { description: `${description}.`, ...(mediaType ? { content: { [mediaType]: { schema } } } : {}) },
      ]),
    );
  }
  const statuses = [...new Set(refused.map(statusOf))].sort((a, b) => a - b);
  return {
    ...success(answer),
    ...Object.fromEntries(statuses.map((status) => [status, refusals.get(status)])),
  };
}
