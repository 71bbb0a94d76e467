import type { z } from 'zod';
import type { LimitName } from '@/lib/settings/setting-kinds';
import type { ApiCode } from './api-error';

/** A response that doesn't use the API envelope. Without a media type, it has no content. */
export type BareAnswer = { description: string } & (
  | { mediaType: string; schema: z.ZodType }
  | { mediaType?: undefined; schema?: undefined }
);

/** Describes an endpoint's success response. Errors use the envelope, except for bare endpoints. */
export type AnswerDescription =
  | { kind: 'envelope'; data: z.ZodType; isCacheable?: boolean }
  /** Status 204 without content. */
  | { kind: 'silent' }
  /** Text with the given media type. */
  | { kind: 'text'; mediaType: string }
  /** A JSON document without the envelope. Errors use the envelope. */
  | { kind: 'document'; data: z.ZodType }
  /** A WebP image. */
  | { kind: 'picture' }
  /** Bytes that only clients can decrypt. */
  | { kind: 'ciphertext' }
  /** Status 303 with a Location header. */
  | { kind: 'redirect' }
  /** Server-sent events, with the schema of their data by event name. */
  | { kind: 'events'; events: Record<string, z.ZodType> }
  /** Responses by HTTP status. Even errors don't use the envelope. */
  | { kind: 'bare'; answers: Record<number, BareAnswer> };

/** A request body that is neither JSON nor form-encoded, or that the endpoint reads itself. */
export type BodyDescription = { mediaTypes: readonly string[]; schema: z.ZodType };

/**
 * Alternatives of security schemes of the OpenAPI document: a session's bearer token, or the operator's METRICS_TOKEN.
 * An empty alternative means that the call may be made without a token.
 */
export type SecurityRequirements = readonly { bearer?: []; metrics?: [] }[];

/** An endpoint's entry in the OpenAPI document. */
export type CallDescription = {
  /** One-line summary of the endpoint. */
  summary: string;
  /** Whether a bearer token is required. With `optional`, it may be omitted but is checked if sent. */
  auth: boolean | 'optional';
  /** Security of a call that reads the token itself. Default: follows from `auth`. */
  security?: SecurityRequirements | undefined;
  /** Whether other origins may send non-GET requests to this endpoint. */
  fromAnySite?: boolean | undefined;
  /** Rate limit to count the call against. Default: the one for its method. */
  limit?: LimitName | undefined;
  /** Query and path parameters of a GET, or the body of a POST. */
  input: z.ZodType | null;
  body?: BodyDescription | undefined;
  /** Error codes besides those that the other fields imply. */
  errors?: readonly ApiCode[] | undefined;
  /** Makes the data of a back end's answer safe for pages, for example because they insert it as HTML. */
  cleanForwarded?: ((data: unknown) => unknown) | undefined;
  answer: AnswerDescription;
};

/** Attaches a description for the OpenAPI document to a route function. */
export const withDescription = <Route extends object>(description: CallDescription, route: Route) =>
  Object.assign(route, { description });

/** Describes an endpoint whose responses don't use the envelope. */
export const bare = <Route extends object>(
  summary: string,
  answers: Record<number, BareAnswer>,
  route: Route,
) => withDescription({ summary, auth: false, input: null, answer: { kind: 'bare', answers } }, route);
