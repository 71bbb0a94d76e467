import { type ApiDocument, isReference } from './api-document';
import { SchemaTree } from './schema-tree';
import { SchemaType } from './schema-type';

/** The types with a name of their own. */
export function Types({ components }: { components: NonNullable<ApiDocument['components']> }) {
  const types = Object.entries(components.schemas ?? {})
    .filter(([name]) => !name.startsWith('Refusal'))
    .sort(([a], [b]) => a.localeCompare(b, 'en'));
  return (
    <section aria-labelledby="types" className="pt-12">
      <h2 id="types" className="font-display text-2xl">
        Types
      </h2>
      {types.map(([name, schema]) => (
        <article key={name} aria-labelledby={`type-${name}`} className="mt-6 border-t border-line pt-4">
          <h3 id={`type-${name}`} className="font-mono text-base font-[550]">
            {name}
          </h3>
          {isReference(schema) || !schema.description ? null : <p className="mt-1">{schema.description}</p>}
          <p className="mt-1 text-sm text-muted">
            <SchemaType schema={schema} />
          </p>
          <SchemaTree schema={schema} />
        </article>
      ))}
    </section>
  );
}
