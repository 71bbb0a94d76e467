/** Returns pseudorandom choices, the same for the same seed (mulberry32). */
export function randomOf(seed: number) {
  let state = seed | 0;
  const fraction = (): number => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(fraction() * limit);
  return {
    below,
    /** Both bounds are included. */
    between: (least: number, most: number): number => least + below(most - least + 1),
    chance: (probability: number): boolean => fraction() < probability,
    pick: <Item>(items: readonly Item[]): Item | undefined => items[below(items.length)],
    /** Picks a name by its weight. */
    weighted: <Name extends string>(weights: Record<Name, number>): Name => {
      const entries = Object.entries(weights) as [Name, number][];
      let left = fraction() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [name, weight] of entries) {
        left -= weight;
        if (left < 0) return name;
      }
      return (entries[0] as [Name, number])[0];
    },
  };
}
