import path from 'node:path';
import { projectRoot } from '@/scripts/launcher/settings';
import { measureShared } from './api/shared-answers';
import { compareSignIns, measureSignIns } from './api/sign-ins';
import { compareSignedIn } from './api/signed-in';
import { startServedSite } from './served-site';

/** Same port as the other benchmarks, so that they share a build. */
const PORT = 3431;
/**
 * Seconds per measurement, and a checkout of another commit to compare signed-in calls and sign-ins with, such as the commit
 * before a change. It needs its own `node_modules`, and is built if it isn't.
 */
const [seconds = '1', parent] = process.argv.slice(2);
const plan = { rounds: 7, seconds: Number(seconds) };

async function compare(origin: string, root: string): Promise<void> {
  const other = await startServedSite(PORT + 10, { root });
  try {
    await compareSignIns(origin, other.origin, plan);
    await compareSignedIn({ origin, root: projectRoot }, { origin: other.origin, root }, plan);
  } finally {
    await other.stop();
  }
}

const site = await startServedSite(PORT);
try {
  await measureShared(site.origin, PORT + 1, plan);
  if (parent !== undefined) await compare(site.origin, path.resolve(parent));
  await measureSignIns(site.origin, plan);
} finally {
  await site.stop();
}
