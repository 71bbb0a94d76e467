import { Fragment, type ReactNode } from 'react';
import { isReference, refName, type Schema } from './api-document';

const range = ({ minimum, exclusiveMinimum, maximum }: Exclude<Schema, { $ref: string }>) => {
  const least = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1);
  if (least !== undefined && maximum !== undefined) return `, ${least} to ${maximum}`;
  if (least !== undefined) return `, ${least} or more`;
  return maximum === undefined ? '' : `, ${maximum} or less`;
};

const join = (parts: readonly ReactNode[]) =>
  parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a type never move
    <Fragment key={index}>
      {index > 0 ? ' or ' : null}
      {part}
    </Fragment>
  ));

function typeText(schema: Exclude<Schema, { $ref: string }>): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.format) return `${String(schema.type)}, ${schema.format}`;
  return `${String(schema.type ?? 'anything')}${range(schema)}`;
}

const shapeOf = (schema: Exclude<Schema, { $ref: string }>) =>
  schema.type === 'object' ? 'object' : JSON.stringify(schema);

/** Describes a schema in words: its type, range, and content. Named types are links. */
export function SchemaType({ schema }: { schema: Schema }): ReactNode {
  if (isReference(schema)) {
    const name = refName(schema);
    return (
      <a href={`#type-${name}`} className="text-water underline underline-offset-4">
        {name}
      </a>
    );
  }
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) {
    // List identical variants only once. `SchemaTree` lists the fields of unnamed objects.
    const unlike = new Map(
      variants.map((variant) => [isReference(variant) ? variant.$ref : shapeOf(variant), variant]),
    );
    return join([...unlike].map(([key, variant]) => <SchemaType key={key} schema={variant} />));
  }
  if (schema.type === 'array' && schema.items)
    return (
      <>
        array of <SchemaType schema={schema.items} />
      </>
    );
  if (typeof schema.additionalProperties === 'object')
    return (
      <>
        object of <SchemaType schema={schema.additionalProperties} />
      </>
    );
  return typeText(schema);
}

type Field = { name: string; schema: Schema; required: boolean };

/** Returns the fields of an object, of the objects in a list, or of all variants of a union. */
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

/** The fields of a schema as a tree, or nothing if it has none. Named types are not expanded. */
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
