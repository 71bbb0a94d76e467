import { realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { readIfThere } from './file';

const schema = z.object({ pid: z.int().positive(), port: z.int().positive(), folder: z.string() });

export type ProcessRecord = Pick<z.output<typeof schema>, 'pid' | 'port'>;

/** Returns the real path of a record's folder. The record contains this path, so that copies can be detected. */
export const recordFolder = (file: string): string => realpathSync(path.dirname(file));

/**
 * Records a started process, so that a later start can find it. Synchronous, so that a signal can't interrupt the write
 * and leave the process unrecorded.
 */
export const writeRecord = (file: string, { pid, port }: ProcessRecord) =>
  writeFileSync(file, JSON.stringify({ pid, port, folder: recordFolder(file) }));

/** Parses a record. Returns `undefined` if it is damaged, for example by an interrupted write. */
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

/** Returns the process in a record, or `undefined` if it is damaged or was copied from another folder. */
export function parseRecord(file: string, text: string): ProcessRecord | undefined {
  const record = parseJson(schema, text);
  return record?.folder === recordFolder(file) ? record : undefined;
}

/** Returns the recorded process, or `undefined` if the record is missing, damaged, or from another folder. */
export async function readRecord(file: string): Promise<ProcessRecord | undefined> {
  const text = await readIfThere(file);
  return text === undefined ? undefined : parseRecord(file, text);
}

export const removeRecord = (file: string) => rmSync(file, { force: true });

/** Stops a service. With `force`, doesn't wait for the service to end. */
type Stop = (options?: { force?: boolean }) => Promise<void>;

/** List of started services. They are stopped in reverse order. */
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
