import { realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { readIfThere } from './file';

const schema = z.object({ pid: z.int().positive(), port: z.int().positive(), folder: z.string() });

export type ProcessRecord = Pick<z.output<typeof schema>, 'pid' | 'port'>;

/** Returns the real path of the folder that a record stands in. A record names it, so that a copy of the folder is not taken for it. */
export const recordFolder = (file: string): string => realpathSync(path.dirname(file));

/** Notes a started process, so that a later start finds it again. Synchronous: no moment between start and note. */
export const writeRecord = (file: string, { pid, port }: ProcessRecord) =>
  writeFileSync(file, JSON.stringify({ pid, port, folder: recordFolder(file) }));

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

/** The process that a record's text names; `undefined` if it is broken or was copied here from another folder. */
export function parseRecord(file: string, text: string): ProcessRecord | undefined {
  const record = parseJson(schema, text);
  return record?.folder === recordFolder(file) ? record : undefined;
}

/** The recorded process, which may have ended; `undefined` if there is no record, a broken one, or another folder's. */
export async function readRecord(file: string): Promise<ProcessRecord | undefined> {
  const text = await readIfThere(file);
  return text === undefined ? undefined : parseRecord(file, text);
}

export const removeRecord = (file: string) => rmSync(file, { force: true });

/** Stops something; `force` does not wait. */
type Stop = (options?: { force?: boolean }) => Promise<void>;

/** Started services, stopped in reverse order. */
export class Stops {
  #stops: Stop[] = [];

  add(stop: Stop): void {
    this.#stops.push(stop);
  }

  /** Stops everything once, last started first. Returns the failures. */
  async run(options?: { force?: boolean }): Promise<unknown[]> {
    const failures: unknown[] = [];
    for (let stop = this.#stops.pop(); stop; stop = this.#stops.pop())
      await stop(options).catch((error: unknown) => failures.push(error));
    return failures;
  }
}
