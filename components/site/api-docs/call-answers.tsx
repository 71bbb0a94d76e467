import type { oas31 } from 'zod-openapi';
import { envelopeData, isReference, refName, type Schema, type SharedAnswers } from './api-document';
import { SchemaTree, SchemaType } from './schema-tree';

function Shape({ mediaType, schema }: { mediaType: string; schema: Schema }) {
  const data = envelopeData(schema);
  const shown = data ?? schema;
  return (
    <>
      <p className="mt-2 text-sm">
        {data ? <code className="font-mono">data</code> : `Without envelope, ${mediaType}`}
        {': '}
        <SchemaType schema={shown} />
      </p>
      <SchemaTree schema={shown} />
    </>
  );
}

function Answer({ status, answer }: { status: string; answer: oas31.ResponseObject }) {
  const contents = Object.entries(answer.content ?? {});
  return (
    <div className="mt-3">
      <p>
        <span className="figures font-[550]">{status}</span> {answer.description}
      </p>
      {contents.map(([mediaType, content]) =>
        content.schema ? <Shape key={mediaType} mediaType={mediaType} schema={content.schema} /> : null,
      )}
    </div>
  );
}

/** Lists the responses of an API call. Shared errors are summarized and link to their documentation. */
export function CallAnswers({
  responses,
  shared,
}: {
  responses: oas31.ResponsesObject;
  shared: SharedAnswers;
}) {
  const answers: [string, oas31.ResponseObject | oas31.ReferenceObject][] = Object.entries(responses);
  const refused = answers.flatMap(([status, answer]) =>
    isReference(answer) ? [{ status, meaning: shared[refName(answer)]?.description }] : [],
  );
  return (
    <>
      {answers.map(([status, answer]) =>
        isReference(answer) ? null : <Answer key={status} status={status} answer={answer} />,
      )}
      <ul className="mt-3 text-sm">
        {refused.map(({ status, meaning }) => (
          <li key={status} className="grid grid-cols-[3rem_1fr]">
            <a
              href={`#refused-${status}`}
              className="figures inline-flex min-h-7 items-start text-water underline underline-offset-4"
            >
              {status}
            </a>
            <span>{meaning}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
