import { type ApiDocument, isReference, type Schema } from './api-document';
import { SchemaTree, SchemaType } from './schema-tree';

const byNumber = ([a]: [string, unknown], [b]: [string, unknown]) =>
  Number(a.replace(/\D/g, '')) - Number(b.replace(/\D/g, ''));

function Refusal({ schema }: { schema: Schema }) {
  if (isReference(schema)) return null;
  const { code, data } = schema.properties ?? {};
  return (
    <div className="mt-3">
      <p>
        Code {code ? <SchemaType schema={code} /> : null}: {schema.description}
      </p>
      <p className="text-sm text-muted">
        <code className="font-mono">data</code>: {data ? <SchemaType schema={data} /> : null}
      </p>
      {data ? <SchemaTree schema={data} /> : null}
    </div>
  );
}

/** Lists error codes by HTTP status, with the `data` that each error returns. */
export function Refusals({ components }: { components: NonNullable<ApiDocument['components']> }) {
  const responses = Object.keys(components.responses ?? {}).map((name) => name.replace(/\D/g, ''));
  const schemas = Object.entries(components.schemas ?? {})
    .filter(([name]) => name.startsWith('Refusal'))
    .sort(byNumber);
  const statusOf = (name: string) => (name === 'Refusal1007' ? '401' : name.replace(/\D/g, ''));
  return (
    <section aria-labelledby="refusals" className="pt-12">
      <h2 id="refusals" className="font-display text-2xl">
        Refusals
      </h2>
      {responses
        .sort((a, b) => Number(a) - Number(b))
        .map((status) => (
          <article
            key={status}
            aria-labelledby={`refused-${status}`}
            className="mt-6 border-t border-line pt-4"
          >
            <h3 id={`refused-${status}`} className="figures text-base font-[550]">
              {status}
            </h3>
            {schemas
              .filter(([name]) => statusOf(name) === status)
              .map(([name, schema]) => (
                <Refusal key={name} schema={schema} />
              ))}
          </article>
        ))}
    </section>
  );
}
