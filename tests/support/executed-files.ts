import { Session } from 'node:inspector/promises';
import path from 'node:path';

/**
 * Returns the files of the repository in which functions ran during `work`. Run it once before, so no module loads in it.
 * The paths are relative to the repository and sorted.
 */
export async function executedFiles(work: () => Promise<void>): Promise<readonly string[]> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    // Discards what has run before.
    await session.post('Profiler.takePreciseCoverage');
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const root = `${process.cwd()}${path.sep}`;
    const files = result
      .filter(({ functions }) =>
        functions.some(({ ranges: [range] }) => range && range.startOffset > 0 && range.count > 0),
      )
      .map(({ url }) => url.replace(/^file:\/\//, ''))
      .filter((url) => url.startsWith(root) && !url.includes('node_modules'))
      .map((url) => url.slice(root.length));
    return [...new Set(files)].toSorted();
  } finally {
    session.disconnect();
  }
}
