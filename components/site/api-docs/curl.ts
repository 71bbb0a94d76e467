import { bodyOf, type DocumentedCall, ownParameters, type Schema } from './api-document';
import { exampleValue } from './example-value';

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

function address(base: string, { path, operation }: DocumentedCall): string {
  const parameters = ownParameters(operation);
  const text = (schema: Schema | undefined) => String(exampleValue(schema ?? {}));
  const filled = parameters
    .filter(({ in: place }) => place === 'path')
    .reduce((whole, { name, schema }) => whole.replace(`{${name}}`, encodeURIComponent(text(schema))), path);
  const query = parameters
    .filter(({ in: place }) => place === 'query')
    .map(({ name, schema }): [string, string] => [name, text(schema)])
    .filter(([, value]) => value !== '');
  return `${base}${filled}${query.length > 0 ? `?${new URLSearchParams(query)}` : ''}`;
}

function bodyArguments({ method, operation }: DocumentedCall): string[] {
  const body = bodyOf(operation);
  if (!body) return method === 'GET' ? [] : [`-X ${method}`];
  const example = exampleValue(body.schema);
  if (body.types.includes('application/json'))
    return [`-H ${quote('Content-Type: application/json')}`, `-d ${quote(JSON.stringify(example))}`];
  return Object.keys(Object(example)).map((name) => `-F ${quote(`${name}=@picture.png`)}`);
}

/** A command line that makes the call. `base` is the API's address. */
export function curl(base: string, call: DocumentedCall): string {
  const isStream = Object.values(call.operation.responses ?? {}).some(
    (answer) => typeof answer === 'object' && 'text/event-stream' in (answer?.content ?? {}),
  );
  const parts = [
    `curl ${isStream ? '-N ' : ''}${quote(address(base, call))}`,
    ...(call.operation.security ? [`-H ${quote('Authorization: Bearer TOKEN')}`] : []),
    ...bodyArguments(call),
  ];
  return parts.join(' \\\n  ');
}
