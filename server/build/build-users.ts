import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { createWhole, errorCode, readIfThere, removeIfStill, writeWhole } from '../process/file';
import { isOurs, waitUntil } from '../process/process';
import { parseJson, parseRecord, recordFolder, removeRecord } from '../process/process-record';

const SCRIPT = 'scripts/';
const LOCK = 'lock.json';
/** How long to wait for another process to finish building the site. */
const TURN_TIMEOUT_MS = 30 * 60_000;

const userSchema = z.object({
  pid: z.int().positive(),
  port: z.int().positive(),
  folder: z.string(),
});
type User = z.output<typeof userSchema>;

/**
 * Returns the folder that contains the records. It is next to the build folder, not inside, because Next empties the
 * build folder.
 */
function folderOf(dist: string): string {
  const name = path.basename(dist);
  return path.join(path.dirname(dist), `${name.startsWith('.') ? '' : '.'}${name}-instances`);
}

/** Error codes for a write without permission or to a read-only file system. */
const READ_ONLY = ['EACCES', 'EPERM', 'EROFS'];

/**
 * Creates a folder if it doesn't exist. Tries a plain `mkdir` first, because a recursive one reports a read-only file
 * system as ENOENT.
 */
async function makeFolder(dir: string): Promise<void> {
  try {
    await mkdir(dir);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return;
    if (errorCode(error) !== 'ENOENT') throw error;
    await mkdir(dir, { recursive: true });
  }
}

/**
 * Records which processes are serving a build. Several instances on one machine can share it, and rebuilding it would
 * replace files that another process is serving. Records nothing in a read-only folder, where a rebuild is
 * impossible.
 */
export class BuildUsers {
  readonly #dir: string;
  readonly #name: string;
  #hasTurn = false;
  #isReadOnly = false;

  constructor(dist: string) {
    this.#dir = folderOf(dist);
    this.#name = path.basename(dist);
  }

  /**
   * Real path of the records' folder. Records in a copied folder still contain the original path, so they are invalid.
   */
  get #folder(): string {
    return recordFolder(this.#lock);
  }

  get #lock(): string {
    return path.join(this.#dir, LOCK);
  }

  async #tryLock(port: number): Promise<boolean> {
    const text = await readIfThere(this.#lock);
    if (text !== undefined) {
      const holder = parseRecord(this.#lock, text);
      if (!holder || !(await isOurs(holder.pid, SCRIPT))) await removeIfStill(this.#lock, text);
    }
    return createWhole(this.#lock, JSON.stringify({ pid: process.pid, port, folder: this.#folder }));
  }

  /** Waits until no other process is preparing this build. @throws Error on timeout. */
  async takeTurn(port: number, signal?: AbortSignal): Promise<void> {
    try {
      await makeFolder(this.#dir);
      await waitUntil(
        async () => {
          signal?.throwIfAborted();
          this.#hasTurn = await this.#tryLock(port);
          return this.#hasTurn;
        },
        {
          timeoutMs: TURN_TIMEOUT_MS,
          message: `another start has been preparing ${this.#name} for too long`,
          intervalMs: 200,
        },
      );
    } catch (error) {
      if (!READ_ONLY.includes(errorCode(error) ?? '')) throw error;
      this.#isReadOnly = true;
    }
  }

  async #others(): Promise<User[]> {
    const files = (await readdir(this.#dir)).filter((file) => /^\d+\.json$/.test(file));
    const users = await Promise.all(
      files.map(async (file) => {
        const text = await readIfThere(path.join(this.#dir, file));
        // The owner has just exited.
        if (text === undefined) return [];
        const user = parseJson(userSchema, text);
        const isOther = user?.folder === this.#folder && user.pid !== process.pid;
        if (isOther && (await isOurs(user.pid, SCRIPT))) return [user];
        removeRecord(path.join(this.#dir, file));
        return [];
      }),
    );
    return users.flat();
  }

  /**
   * @throws Error if another process is serving the build, because a rebuild would replace files in use, or if the
   * folder isn't writable.
   */
  async refuseNewBuild(): Promise<void> {
    if (this.#isReadOnly)
      throw new Error(
        `the build in ${this.#name} was made from other sources or settings, and can't be made again, because its folder isn't writable: run npm run build as another user`,
      );
    const [other] = await this.#others();
    if (other)
      throw new Error(
        `process ${other.pid} (port ${other.port}) serves the build in ${this.#name}, which other sources or settings made: stop it first, or set another NEXT_DIST_DIR`,
      );
  }

  /** Registers this process as serving the build. */
  async join(port: number): Promise<void> {
    if (this.#isReadOnly) return;
    const user: User = { pid: process.pid, port, folder: this.#folder };
    await writeWhole(path.join(this.#dir, `${process.pid}.json`), JSON.stringify(user));
  }

  /** Lets the next waiting process prepare the build. */
  endTurn(): void {
    if (this.#hasTurn) removeRecord(this.#lock);
    this.#hasTurn = false;
  }

  /** Removes this process from the list of processes that are serving the build. */
  leave(): void {
    this.endTurn();
    if (this.#isReadOnly) return;
    removeRecord(path.join(this.#dir, `${process.pid}.json`));
  }
}
