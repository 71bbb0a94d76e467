import type { oas31 } from 'zod-openapi';

export type ApiDocument = oas31.OpenAPIObject;
export type Schema = oas31.SchemaObject | oas31.ReferenceObject;

/** Shared responses by name. */
export type SharedAnswers = Readonly<Record<string, { description?: string | undefined }>>;

/** An API call with its path and method. */
export type DocumentedCall = { method: string; path: string; operation: oas31.OperationObject };

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

export const isReference = (value: object): value is oas31.ReferenceObject =>
  '$ref' in value && value.$ref !== undefined;

/** Returns the name of the component that a reference points to. */
export const refName = ({ $ref }: oas31.ReferenceObject) => $ref.split('/').at(-1) ?? $ref;

/** Returns the calls with the given tag, in the order of the document's paths. */
export const callsOf = ({ paths = {} }: ApiDocument, tag: string): DocumentedCall[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation?.tags?.includes(tag) ? [{ method: method.toUpperCase(), path, operation }] : [];
    }),
  );

/** Returns a call's path and query parameters. Headers are left out, because they are the same for all calls. */
export const ownParameters = ({ parameters = [] }: oas31.OperationObject): oas31.ParameterObject[] =>
  parameters.flatMap((parameter) => (isReference(parameter) || parameter.in === 'header' ? [] : [parameter]));

/** Returns the schema and all media types of a call's request body, or null if it has no body. */
export function bodyOf({ requestBody }: oas31.OperationObject): { types: string[]; schema: Schema } | null {
  if (!requestBody || isReference(requestBody)) return null;
  const types = Object.keys(requestBody.content);
  const schema = Object.values(requestBody.content)[0]?.schema;
  return schema ? { types, schema } : null;
}

/** Returns the schema of the envelope's `data`, or null if the schema isn't an envelope. */
export function envelopeData(schema: Schema): Schema | null {
  const { code, msg, data } = isReference(schema) ? {} : (schema.properties ?? {});
  return code && msg && data ? data : null;
}
