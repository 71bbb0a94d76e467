import { isReference, type Schema } from './api-document';

/** A value that a schema of a request allows: its own example where it has one. */
export function exampleValue(schema: Schema): unknown {
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
