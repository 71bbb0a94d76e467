/** Ends something that was started; `force` does not wait. */
export type Stop = (options?: { force?: boolean }) => Promise<void>;

/** What was started, to be stopped in reverse order. */
export class Stops {
  #stops: Stop[] = [];

  add(stop: Stop): void {
    this.#stops.push(stop);
  }

  /** Stops everything once, last started first, whatever fails. Answers what failed. */
  async run(options?: { force?: boolean }): Promise<unknown[]> {
    const failures: unknown[] = [];
    for (let stop = this.#stops.pop(); stop; stop = this.#stops.pop())
      await stop(options).catch((error: unknown) => failures.push(error));
    return failures;
  }
}
