import { bodyOf, type DocumentedCall, ownParameters, type SharedAnswers } from './api-document';
import { CallAnswers } from './call-answers';
import { curl } from './curl';
import { SchemaTree } from './schema-tree';

/** Whether a call needs a token; undefined where it takes none. */
const needsToken = ({ security }: DocumentedCall['operation']) =>
  security?.every((requirement) => 'bearer' in requirement);

/** A call: what it does, takes and answers, and how to make it. */
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
      {needsToken(operation) === undefined ? null : (
        <p className="mt-2 text-sm text-muted">
          {needsToken(operation) ? 'Needs a bearer token.' : 'Takes a bearer token, and does without one.'}
        </p>
      )}
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
