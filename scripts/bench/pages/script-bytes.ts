import type { Page } from 'playwright';

/** The JavaScript files that a page has fetched so far, with their bytes on the wire. */
export const scriptsOf = async (page: Page): Promise<Map<string, number>> =>
  new Map(
    await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
        .map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize] as const),
    ),
  );

export const sumOf = (scripts: ReadonlyMap<string, number>): number =>
  [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0);

/** The bytes of what is in one and not in the other. */
export const bytesBeyond = (
  scripts: ReadonlyMap<string, number>,
  known: ReadonlyMap<string, number>,
): number => sumOf(new Map([...scripts].filter(([name]) => !known.has(name))));
