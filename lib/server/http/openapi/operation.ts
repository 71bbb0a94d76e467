import { z } from 'zod';
import type { oas31, ZodOpenApiOperationObject } from 'zod-openapi';
import type { ApiCode } from '../api-error';
import type { BodyDescription, CallDescription } from '../call-description';
import type { Method } from '../methods';
import { currencyHeader, languageHeader } from './headers';
import { responses } from './responses';
import { tagOf } from './tags';

type Fields = Record<string, z.ZodType>;

const FORM_OR_JSON = ['application/json', 'application/x-www-form-urlencoded'];

/** Fields of an input by where they stand: in the path, or in the query or body. */
function splitInput(path: string, input: z.ZodType | null): { inPath: Fields; rest: Fields } {
  if (input === null) return { inPath: {}, rest: {} };
  if (!(input instanceof z.ZodObject)) throw new Error(`the input of ${path} is not an object`);
  const fields = Object.entries(input.shape as Fields);
  const isInPath = ([name]: [string, z.ZodType]) => path.includes(`{${name}}`);
  return {
    inPath: Object.fromEntries(fields.filter(isInPath)),
    rest: Object.fromEntries(fields.filter((field) => !isInPath(field))),
  };
}

/** Codes that a call may refuse with: those that follow from what it takes, and its own. */
function refusedCodes(
  { auth, fromAnySite, input, errors = [] }: CallDescription,
  method: Method,
  hasBody: boolean,
): ApiCode[] {
  const refused: ApiCode[] = [...errors, 429, 500, 503];
  if (input || hasBody) refused.push(400);
  if (hasBody) refused.push(408, 413, 415);
  if (method !== 'GET' && !fromAnySite) refused.push(403);
  if (auth) refused.push(401, 1007);
  return refused;
}

function requestBody(call: CallDescription, method: Method, fields: Fields): BodyDescription | null {
  if (call.body) return call.body;
  if (method === 'GET' || Object.keys(fields).length === 0) return null;
  return { mediaTypes: FORM_OR_JSON, schema: z.object(fields) };
}

function security({ auth }: CallDescription): oas31.SecurityRequirementObject[] {
  return auth === 'optional' ? [{}, { bearer: [] }] : [{ bearer: [] }];
}

const operationId = (path: string, method: Method) =>
  [method.toLowerCase(), ...path.split(/[^A-Za-z0-9]+/).filter(Boolean)]
    .map((word, index) => (index === 0 ? word : `${word[0]?.toUpperCase()}${word.slice(1)}`))
    .join('');

/**
 * A call as an OpenAPI operation. `path` is the one below /api, its parameters in braces. Throws for an input that is no
 * object, save where the call describes its body.
 */
export function operation(path: string, method: Method, call: CallDescription): ZodOpenApiOperationObject {
  const { inPath, rest } = splitInput(path, call.body ? null : call.input);
  const isBare = call.answer.kind === 'bare';
  const body = requestBody(call, method, rest);
  const content = body?.mediaTypes.map((mediaType) => [mediaType, { schema: body.schema }]);
  return {
    operationId: operationId(path, method),
    tags: [tagOf(path)],
    summary: call.summary,
    ...(call.auth ? { security: security(call) } : {}),
    requestParams: { path: z.object(inPath), query: z.object(body ? {} : rest) },
    parameters: isBare ? [] : [languageHeader, currencyHeader],
    ...(content ? { requestBody: { required: true, content: Object.fromEntries(content) } } : {}),
    responses: responses(call.answer, isBare ? [] : refusedCodes(call, method, body !== null)),
  };
}
