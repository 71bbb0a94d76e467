import 'server-only';
import { readFile, stat } from 'node:fs/promises';
import type { z } from 'zod';
import type { reportedLists } from '@/lib/api/schemas/reported';
import { readDapps } from '@/lib/settings/dapps-file';
import { serverEnv } from '@/lib/settings/env';
import { describeError } from '../describe-error';
import { log } from '../log';
import { fetchText } from '../prices/platforms/timing';
import { isReportedHost, MAX_ADDRESSES, MAX_BYTES, parseList, type ReportedList } from './parse-list';

/** A list is read again at the first call after this time. */
const REFRESH_MS = 3_600_000;
/** Pause after a list couldn't be read. */
const RETRY_MS = 60_000;
const FETCH_TIMEOUT_MS = 20_000;
/** An older copy lacks so much that reviews say that not everything was checked. */
const MAX_AGE_MS = 7 * 86_400_000;

type Copy = {
  list: ReportedList | null;
  /** When `list` was read, in milliseconds since the epoch. */
  readAt: number;
  /** When to read it again, on the monotonic clock. */
  nextAt: number;
  /** Whether the last attempt failed, which is logged once. */
  isFailing: boolean;
};

const unread: Copy = { list: null, readAt: 0, nextAt: 0, isFailing: false };
const copies = new Map<string, Copy>();
const reading = new Map<string, Promise<void>>();

const isUrl = (source: string) => /^https?:\/\//.test(source);

/** Names a source in logs. A URL can contain a key. */
const nameOf = (source: string) => (isUrl(source) ? new URL(source).host : source);

async function textOf(source: string): Promise<string> {
  if (isUrl(source)) return fetchText(source, FETCH_TIMEOUT_MS, MAX_BYTES);
  if ((await stat(source)).size > MAX_BYTES) throw new Error(`is larger than ${MAX_BYTES} bytes`);
  return readFile(source, 'utf8');
}

/** Reads a list. If that fails, the last copy stays, because what it reports doesn't become harmless. */
async function refresh(source: string): Promise<void> {
  const before = copies.get(source) ?? unread;
  try {
    const list = parseList(await textOf(source));
    const { addresses, domains, refused } = list;
    const counts = { addresses: addresses.length, domains: domains.length, refused };
    log.info({ source: nameOf(source), ...counts }, 'a list of known scams is read');
    const nextAt = performance.now() + REFRESH_MS;
    copies.set(source, { list, readAt: Date.now(), nextAt, isFailing: false });
  } catch (error) {
    if (!before.isFailing)
      log.warn({ source: nameOf(source), err: describeError(error) }, 'a list of known scams is unreadable');
    copies.set(source, { ...before, nextAt: performance.now() + RETRY_MS, isFailing: true });
  }
}

/** Reads a list if it is due, once at a time. */
function read(source: string): Promise<void> {
  const running = reading.get(source);
  if (running) return running;
  if (performance.now() < (copies.get(source) ?? unread).nextAt) return Promise.resolve();
  const next = refresh(source).finally(() => reading.delete(source));
  reading.set(source, next);
  return next;
}

type Answer = z.input<typeof reportedLists>;

/**
 * Returns the operator's lists of known scams (`REPORTED_LISTS`), mirrored here so that browsers ask no third party. Waits
 * for a list only if there is no copy of it.
 */
export async function readReported(): Promise<Answer> {
  const { REPORTED_LISTS: sources } = serverEnv();
  await Promise.all(
    sources.map((source) => {
      const next = read(source);
      return (copies.get(source) ?? unread).list === null ? next : undefined;
    }),
  );
  const known = sources.flatMap((source) => {
    const { list, readAt } = copies.get(source) ?? unread;
    return list === null ? [] : [{ list, readAt }];
  });
  const addresses = [...new Set(known.flatMap(({ list }) => list.addresses))].sort();
  const domains = new Set(known.flatMap(({ list }) => list.domains));
  const origins = (await readDapps()).map(({ origin }) => origin);
  const oldest = Math.min(...known.map(({ readAt }) => readAt));
  return {
    isComplete:
      known.length === sources.length &&
      addresses.length <= MAX_ADDRESSES &&
      oldest > Date.now() - MAX_AGE_MS,
    readAt: known.length === 0 ? null : new Date(oldest).toISOString(),
    addresses: addresses.slice(0, MAX_ADDRESSES),
    origins: origins.filter((origin) => isReportedHost(new URL(origin).hostname, domains)),
  };
}
