import type { z } from 'zod';
import type { ApiCode } from './api-error';

/** A response without the envelope. */
export type BareAnswer = { description: string; mediaType: string; schema: z.ZodType };

/** The success response of a call. Errors use the envelope, except for bare calls. */
export type AnswerDescription =
  | { kind: 'envelope'; data: z.ZodType; isCacheable?: boolean }
  /** Status 204 without content. */
  | { kind: 'silent' }
  /** Text in its own media type. */
  | { kind: 'text'; mediaType: string }
  /** A WebP picture. */
  | { kind: 'picture' }
  /** Status 303 with a Location. */
  | { kind: 'redirect' }
  /** Server-sent events: the data of each, by event name. */
  | { kind: 'events'; events: Record<string, z.ZodType> }
  /** No envelope, not even for refusals: answers by HTTP status. */
  | { kind: 'bare'; answers: Record<number, BareAnswer> };

/** A body that is neither JSON nor form-encoded, or that the call reads itself. */
export type BodyDescription = { mediaTypes: readonly string[]; schema: z.ZodType };

/** A call's entry in the OpenAPI document. */
export type CallDescription = {
  /** Summary of the call, one line. */
  summary: string;
  /** Whether a bearer token is required; `optional`: may be omitted, but is checked if sent. */
  auth: boolean | 'optional';
  /** Whether other origins may send it, if it isn't a GET. */
  fromAnySite?: boolean | undefined;
  /** Query and path parameters of a GET, body of a POST. */
  input: z.ZodType | null;
  body?: BodyDescription | undefined;
  /** Codes of refusals beyond those that the other fields imply. */
  errors?: readonly ApiCode[] | undefined;
  answer: AnswerDescription;
};

/** Attaches a description for the OpenAPI document to a route function. */
export const withDescription = <Route extends object>(description: CallDescription, route: Route) =>
  Object.assign(route, { description });

/** A described call without the envelope. */
export const bare = <Route extends object>(
  summary: string,
  answers: Record<number, BareAnswer>,
  route: Route,
) => withDescription({ summary, auth: false, input: null, answer: { kind: 'bare', answers } }, route);
