import 'server-only';
import { createHmac } from 'node:crypto';
import { type ClientRequest, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { eq, sql } from 'drizzle-orm';
import pLimit from 'p-limit';
import webPush from 'web-push';
import type { PushKind } from '@/lib/api/push-kinds';
import { groupBy } from '@/lib/group-by';
import { canonicalOrigin } from '@/lib/settings/env';
import { database } from '../db/database';
import { pushSubscriptions } from '../db/push-tables';
import { isError } from '../describe-error';
import { describeError, log } from '../log';
import { publicAgent } from '../nft/public-lookup';
import { readWebsite } from '../seed/config-files';
import { isOwnService, serviceOf } from './endpoint';
import { pushKeys } from './push-key';

export type PushTarget = Pick<
  typeof pushSubscriptions.$inferSelect,
  'endpoint' | 'p256dh' | 'auth' | 'locale' | 'refusals'
>;

/** How long a push service keeps a message for a browser that isn't reachable, in seconds. */
const TTL_SECONDS = 24 * 60 * 60;
const TIMEOUT_MS = 10_000;
/** All messages have this length, so that the push service can't tell the kinds apart. */
const PADDED_CHARACTERS = 64;
/** Most characters of a topic (RFC 8030, section 5.4). */
const TOPIC_CHARACTERS = 32;
/** Messages of one kind that are sent to one push service at the same time. */
const SENDING = 8;
/** Answers of a push service that mean that the subscription has ended (RFC 8030, section 7.3). */
const GONE = [404, 410];
/** Refusals of the sender, which say nothing about the subscription: wrong keys or clock, or too many messages. */
const OF_SENDER = [401, 403, 429];
/** Messages in a row that a push service may refuse before the subscription is deleted. */
export const MAX_REFUSALS = 5;

/** Returns who sends, for the push service (RFC 8292, section 2.1). */
async function subject(): Promise<string> {
  const origin = canonicalOrigin();
  return origin.startsWith('https:') ? origin : `mailto:${(await readWebsite()).infoMailbox}`;
}

/** Sends a request, and returns the status of the response, whose body isn't read. @throws if it fails or takes too long. */
function post(url: URL, options: RequestOptions, body: Buffer): Promise<number> {
  const isHttp = url.protocol === 'http:';
  const request: ClientRequest = (isHttp ? requestHttp : requestHttps)(url, {
    ...options,
    ...(isOwnService(url) ? {} : { agent: publicAgent }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    maxHeaderSize: 16_384,
  });
  return new Promise((resolve, reject) => {
    request.once('response', (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    request.once('error', reject);
    request.once('close', () => reject(new Error('the push service closed the connection')));
    request.end(body);
  });
}

/** Returns the request of a message (RFC 8030), encrypted for the browser (RFC 8291). @throws if a key is invalid. */
async function pushRequest({ endpoint, p256dh, auth, locale }: PushTarget, kind: PushKind) {
  const keys = pushKeys();
  if (keys === null) throw new Error('PUSH_PRIVATE_KEY is not set');
  // A service replaces a waiting message by the next one with its topic. The service can't derive the kind from it.
  const topic = createHmac('sha256', keys.privateKey).update(`${kind} ${endpoint}`).digest('base64url');
  return webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify({ kind, locale }).padEnd(PADDED_CHARACTERS),
    {
      vapidDetails: { ...keys, subject: await subject() },
      TTL: TTL_SECONDS,
      topic: topic.slice(0, TOPIC_CHARACTERS),
      // All kinds are time-sensitive. Different urgencies would reveal the kind to the push service.
      urgency: 'high',
      contentEncoding: 'aes128gcm',
    },
  );
}

/** Counts refusals in a row. Deletes a subscription that has ended, or that was refused too often. */
async function noteAnswer({ endpoint, refusals }: PushTarget, status: number): Promise<void> {
  const isRefused = status >= 400 && status < 500 && !OF_SENDER.includes(status);
  const isThis = eq(pushSubscriptions.endpoint, endpoint);
  const db = database('account');
  if (GONE.includes(status) || (isRefused && refusals + 1 >= MAX_REFUSALS))
    await db.delete(pushSubscriptions).where(isThis);
  else if (isRefused)
    await db
      .update(pushSubscriptions)
      .set({ refusals: sql`${pushSubscriptions.refusals} + 1` })
      .where(isThis);
  else if (status < 300 && refusals > 0)
    await db.update(pushSubscriptions).set({ refusals: 0 }).where(isThis);
}

async function deliver(target: PushTarget, kind: PushKind): Promise<void> {
  // A setting may have changed since the browser subscribed.
  if (serviceOf(target.endpoint) === null) throw new Error('the push service is not allowed');
  const { method, headers, body } = await pushRequest(target, kind);
  const status = await post(new URL(target.endpoint), { method, headers }, body);
  await noteAnswer(target, status);
  if ((status < 200 || status > 299) && !GONE.includes(status))
    throw new Error(`the push service answered ${status}`);
}

/** Sends to the browsers of one push service. After several timeouts in a row, skips the rest, so that the next round isn't delayed. */
async function sendTo(service: string | null, targets: readonly PushTarget[], kind: PushKind): Promise<void> {
  const inTurn = pLimit(SENDING);
  const errors: unknown[] = [];
  let timeouts = 0;
  let sent = 0;
  await Promise.all(
    targets.map((target) =>
      inTurn(async () => {
        if (timeouts >= SENDING) return;
        try {
          await deliver(target, kind);
          sent += 1;
          timeouts = 0;
        } catch (error) {
          errors.push(error);
          if (isError(error) && error.name === 'AbortError') timeouts += 1;
        }
      }),
    ),
  );
  const [first] = errors;
  if (first !== undefined)
    log.warn(
      { kind, service, failed: targets.length - sent, err: describeError(first) },
      'push messages failed',
    );
}

/**
 * Sends a message without content to browsers: only its kind, for which they have the text. A message is sent once at most.
 * Logs what fails once per push service, without the endpoints, which are secrets.
 */
export async function sendPush(targets: readonly PushTarget[], kind: PushKind): Promise<void> {
  const byService = groupBy(targets, ({ endpoint }) => serviceOf(endpoint));
  await Promise.all([...byService].map(([service, group]) => sendTo(service, group, kind)));
}
