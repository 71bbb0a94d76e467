import 'server-only';

/** A name that something open counts under, such as a client, and how many the name may have. */
export type OpenCount = readonly [name: string, most: number];

/** Counts what is open at the same time, such as connections, under several names each. */
export class OpenCounts {
  readonly #open = new Map<string, number>();

  /** Returns the first name that may have no more, or null. */
  full(counts: readonly OpenCount[]): string | null {
    return counts.find(([name, most]) => (this.#open.get(name) ?? 0) >= most)?.[0] ?? null;
  }

  /** Adds one under each name. Returns a function that removes it, to be called once. */
  add(counts: readonly OpenCount[]): () => void {
    for (const [name] of counts) this.#open.set(name, (this.#open.get(name) ?? 0) + 1);
    return () => {
      for (const [name] of counts) {
        const left = (this.#open.get(name) ?? 0) - 1;
        if (left > 0) this.#open.set(name, left);
        else this.#open.delete(name);
      }
    };
  }
}

/** Returns the counts of a client, and those of its IPv6 network if it has one. */
export const clientCounts = (
  { id, network }: { id: string; network: string | null },
  { perClient, perNetwork }: { perClient: number; perNetwork: number },
): OpenCount[] => [[id, perClient], ...(network === null ? [] : [[network, perNetwork] as const])];
