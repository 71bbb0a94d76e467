import { rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { readIfThere } from './file';

const schema = z.object({ pid: z.int().positive(), port: z.int().positive() });

export type ProcessRecord = z.output<typeof schema>;

/** Notes a started process, so that a later start finds it again. Synchronous: no moment between start and note. */
export const writeRecord = (file: string, record: ProcessRecord) =>
  writeFileSync(file, JSON.stringify(record));

/** The noted process, which may have ended; `undefined` where there is no note or a broken one. */
export async function readRecord(file: string): Promise<ProcessRecord | undefined> {
  const text = await readIfThere(file);
  if (text === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    // Cut off in the middle of writing: as good as none.
    return undefined;
  }
}

export const removeRecord = (file: string) => rmSync(file, { force: true });
