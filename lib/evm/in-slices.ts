/** Lets the browser paint and answer presses before what follows. */
export const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Works through a long list a slice at a time, with a turn for the browser before each: a list of one slice takes none. */
export async function inSlices<Item, Result>(
  items: readonly Item[],
  size: number,
  work: (slice: readonly Item[]) => readonly Result[] | Promise<readonly Result[]>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += size) {
    if (items.length > size) await nextTurn();
    for (const result of await work(items.slice(start, start + size))) results.push(result);
  }
  return results;
}
