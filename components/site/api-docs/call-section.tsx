import {
  bodyOf,
  type DocumentedCall,
  isReference,
  ownParameters,
  type Schema,
  type SharedAnswers,
} from './api-document';
import { CallAnswers } from './call-answers';
import { SchemaTree } from './schema-tree';

/** Returns an example value that matches a request schema. */
function exampleValue(schema: Schema): unknown {
  if (isReference(schema)) return {};
  const { examples, default: fallback, type, properties = {}, items, minimum, exclusiveMinimum } = schema;
  if (examples?.length) return examples[0];
  if (fallback !== undefined) return fallback;
  if (schema.enum) return schema.enum[0];
  if (type === 'integer') return minimum ?? (exclusiveMinimum ?? 0) + 1;
  if (type === 'boolean') return true;
  if (type === 'array') return items ? [exampleValue(items)] : [];
  if (type === 'object')
    return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, exampleValue(field)]));
  return 'text';
}

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

const takesToken = ({ security = [] }: DocumentedCall['operation']) => security.length > 0;

/** Returns whether a call that takes a token may be made without one. */
const isOpen = ({ security = [] }: DocumentedCall['operation']) =>
  security.some((requirement) => Object.keys(requirement).length === 0);

/** Returns a curl command for an API call. `base` is the API's URL. */
function curl(base: string, call: DocumentedCall): string {
  const isStream = Object.values(call.operation.responses ?? {}).some(
    (answer) => typeof answer === 'object' && 'text/event-stream' in (answer?.content ?? {}),
  );
  const parts = [
    `curl ${isStream ? '-N ' : ''}${quote(address(base, call))}`,
    ...(takesToken(call.operation) ? [`-H ${quote('Authorization: Bearer TOKEN')}`] : []),
    ...bodyArguments(call),
  ];
  return parts.join(' \\\n  ');
}

/** Documents one API call: description, input, responses, and an example. */
export function CallSection({
  call,
  base,
  shared,
}: {
  call: DocumentedCall;
  base: string;
  shared: SharedAnswers;
}) {
  const { method, path, operation } = call;
  const parameters = ownParameters(operation);
  const body = bodyOf(operation);
  const id = operation.operationId;
  const taken = {
    type: 'object' as const,
    properties: Object.fromEntries(
      parameters.map(({ name, schema = {}, description }) => [
        name,
        { ...schema, ...(description ? { description } : {}) },
      ]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
  return (
    <article aria-labelledby={id} className="border-t border-line py-8">
      <h3 id={id} className="font-mono text-base font-[550] break-words [overflow-wrap:anywhere]">
        <span className="me-2 inline-block rounded-sharp border border-edge px-2 text-sm">{method}</span>
        {path}
      </h3>
      <p className="mt-3 text-lg">{operation.summary?.replace(/\.$/, '')}.</p>
      {takesToken(operation) ? (
        <p className="mt-2 text-sm text-muted">
          {isOpen(operation) ? 'Takes a bearer token, and does without one.' : 'Needs a bearer token.'}
        </p>
      ) : null}
      {parameters.length > 0 ? (
        <>
          <h4 className="mt-5 text-sm font-[550]">Parameters</h4>
          <SchemaTree schema={taken} />
        </>
      ) : null}
      {body ? (
        <>
          <h4 className="mt-5 text-sm font-[550]">Body</h4>
          <p className="mt-1 text-sm text-muted">{body.types.join(' or ')}</p>
          <SchemaTree schema={body.schema} />
        </>
      ) : null}
      <h4 className="mt-5 text-sm font-[550]">Answers</h4>
      <CallAnswers responses={operation.responses ?? {}} shared={shared} />
      <h4 className="mt-5 text-sm font-[550]">Example</h4>
      <pre className="mt-2 rounded-soft bg-sunken p-4 font-mono text-sm break-words whitespace-pre-wrap [overflow-wrap:anywhere]">
        {curl(base, call)}
      </pre>
    </article>
  );
}
