import { rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { readIfThere } from './file';

const schema = z.object({ pid: z.int().positive(), port: z.int().positive() });

export type ProcessRecord = z.output<typeof schema>;

/** Notes a started process, so that a later start finds it again. Synchronous: no moment between start and note. */
export const writeRecord = (file: string, record: ProcessRecord) =>
  writeFileSync(file, JSON.stringify(record));

/** What a note says; `undefined` for a broken one, as may be left by somebody who was cut off while writing. */
export function parseJson<Schema extends z.ZodType>(
  noted: Schema,
  text: string,
): z.output<Schema> | undefined {
  try {
    return noted.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The process that a note's text names; `undefined` where it is broken. */
export const parseRecord = (text: string): ProcessRecord | undefined => parseJson(schema, text);

/** The noted process, which may have ended; `undefined` where there is no note or a broken one. */
export async function readRecord(file: string): Promise<ProcessRecord | undefined> {
  const text = await readIfThere(file);
  return text === undefined ? undefined : parseRecord(text);
}

export const removeRecord = (file: string) => rmSync(file, { force: true });
