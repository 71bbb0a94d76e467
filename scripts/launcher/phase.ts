/** Runs a part of the start, and prints its name and how long it took. */
export async function phase<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const result = await run();
  const seconds = (performance.now() - startedAt) / 1_000;
  console.log(`  ${name.padEnd(12)}${seconds.toFixed(1).padStart(6)} s`);
  return result;
}
