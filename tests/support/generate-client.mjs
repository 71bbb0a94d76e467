import { register } from 'node:module';

/**
 * Generates a client from an OpenAPI document. Arguments: the paths of the document and of the client's folder.
 *
 * The generator calls TypeScript's JavaScript API, which TypeScript 7 doesn't have. `@ts-morph/common` contains the
 * compiler of TypeScript 6 without its `tsc`, so the generator gets that one.
 */
const compiler = import.meta.resolve('@ts-morph/common/dist/typescript.js');
const hook = `export const resolve = (specifier, context, next) =>
  next(specifier === 'typescript' ? '${compiler}' : specifier, context);`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);

const { createClient } = await import('@hey-api/openapi-ts');
const [, , input, output] = process.argv;
await createClient({ input, output, logs: { file: false, level: 'error' } });
