import { z } from 'zod';
import type { ZodOpenApiOverride } from 'zod-openapi';
import { wireInt } from '@/lib/api/schemas/values';

type JsonSchema = Parameters<ZodOpenApiOverride>[0]['jsonSchema'];

/** Takes away the bounds of what a JSON number can hold, which Zod writes for every integer. */
function withoutSafeBounds(schema: JsonSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/** How schemas look in the document where Zod would say less, or more, than a reader wants. */
export const tidySchema: ZodOpenApiOverride = ({ zodSchema, jsonSchema, io }) => {
  withoutSafeBounds(jsonSchema);
  // A format that has a name needs no pattern beside it.
  if (jsonSchema.format) delete jsonSchema.pattern;
  if (io === 'output') return;
  const { def } = zodSchema._zod;
  // An input piped from digits into a range is a whole number of that range, in whatever encoding.
  if (def.type === 'pipe' && def.in === wireInt) {
    delete jsonSchema.anyOf;
    const { type, minimum, maximum, exclusiveMinimum } = z.toJSONSchema(def.out);
    Object.assign(jsonSchema, { type, minimum, maximum, exclusiveMinimum });
    withoutSafeBounds(jsonSchema);
  }
  // Zod leaves these out where a schema transforms, for they might be those of the result. Ours are what is sent.
  if (def.type === 'default') jsonSchema.default = def.defaultValue;
  const examples = z.globalRegistry.get(zodSchema)?.examples;
  if (Array.isArray(examples)) jsonSchema.examples = examples;
};
