import { z } from 'zod';
import type { ApiCode } from '../api-error';

const reason = z.string().describe('A stable word.');
const nothing = z.null();
const nothingOrReason = z.union([nothing, z.object({ reason })]);

const issues = z.object({
  issues: z.array(
    z.object({
      path: z.string().meta({ description: 'The field.', examples: ['chainId'] }),
      message: z.string().describe('What is wrong with it, in the language of the request.'),
    }),
  ),
});

/** What each code other than success means, and its `data`. */
export const codes: Record<ApiCode, { meaning: string; data: z.ZodType }> = {
  400: {
    meaning: 'Invalid input: data.issues names the fields, or data.reason says why.',
    data: z.union([z.null(), issues, z.object({ reason, field: z.string().optional() })]),
  },
  401: { meaning: 'No bearer token, or one that has expired.', data: nothing },
  403: { meaning: 'Not allowed, or not from this site.', data: nothingOrReason },
  404: { meaning: 'There is no such thing.', data: nothingOrReason },
  405: { meaning: 'The call does not accept this method.', data: nothing },
  408: { meaning: 'The body did not arrive in time.', data: nothing },
  409: { meaning: 'Already done.', data: nothingOrReason },
  413: { meaning: 'The request is too large.', data: nothing },
  415: { meaning: 'This type of content is not accepted.', data: nothing },
  422: {
    meaning: 'Well-formed, but the chain says otherwise: data.reason says how.',
    data: z.object({ reason: reason.meta({ examples: ['not_owner'] }) }),
  },
  425: {
    meaning: 'The transaction is not mined, or has not enough confirmations yet.',
    data: z.object({
      confirmations: z.int().describe('Blocks so far.'),
      required: z.int().describe('Blocks that are needed.'),
    }),
  },
  429: {
    meaning: 'Too many requests: try again after the seconds of Retry-After.',
    data: z.union([nothing, z.object({ retryAfter: z.int().describe('Seconds, as in Retry-After.') })]),
  },
  500: { meaning: 'Something went wrong on our side.', data: nothing },
  502: { meaning: 'A chain’s node or a price platform does not answer: try again.', data: nothingOrReason },
  503: {
    meaning: 'A chain’s node or the database is out of reach, or too much is asked at once: try again.',
    data: nothingOrReason,
  },
  1007: { meaning: 'The session was revoked, by a logout elsewhere for instance.', data: nothing },
};
