import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';

/**
 * Reads a JSON file of the operator. `file` is a path in the project folder.
 * @throws Error with one line that names the file and the invalid entry.
 */
export async function readConfigFile<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(path.join(/* turbopackIgnore: true */ process.cwd(), file), 'utf8'));
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is not JSON' : 'cannot be read';
    throw new Error(`${file} ${reason}`, { cause: error });
  }
  const result = schema.safeParse(content);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new Error(`${file}: ${issue?.path.join('.') || 'entries'}: ${issue?.message ?? 'not valid'}`);
}
