import { isReference, type Schema } from './api-document';
import { SchemaType } from './schema-type';

type Field = { name: string; schema: Schema; required: boolean };

/** The fields of an object, of the objects in a list, or of every variant that is an object. */
function fieldsOf(schema: Schema): Field[] {
  if (isReference(schema)) return [];
  if (schema.items) return fieldsOf(schema.items);
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return variants.flatMap(fieldsOf);
  return Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    schema: field,
    required: schema.required?.includes(name) ?? false,
  }));
}

function FieldLine({ name, schema, required }: Field) {
  const { description, default: fallback } = isReference(schema)
    ? { description: schema.description }
    : schema;
  return (
    <li className="border-t border-line py-2 first:border-t-0">
      <p>
        <code className="font-mono text-sm font-[550] text-ink">{name}</code>{' '}
        <span className="text-sm text-muted">
          <SchemaType schema={schema} />
          {required || fallback !== undefined ? null : ', optional'}
          {fallback === undefined || fallback === '' ? null : `, ${JSON.stringify(fallback)} where absent`}
        </span>
      </p>
      {description ? <p className="text-sm">{description}</p> : null}
      <SchemaTree schema={schema} />
    </li>
  );
}

/** The fields of a schema as a tree. Nothing where it has none; types with a name of their own are not unfolded. */
export function SchemaTree({ schema }: { schema: Schema }) {
  const fields = fieldsOf(schema);
  if (fields.length === 0) return null;
  return (
    <ul className="mt-1 border-s border-line ps-4">
      {fields.map((field) => (
        <FieldLine key={field.name} {...field} />
      ))}
    </ul>
  );
}
