import 'server-only';
import { type ClientRequest, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { eq } from 'drizzle-orm';
import pLimit from 'p-limit';
import { RequestFilteringHttpsAgent } from 'request-filtering-agent';
import webPush from 'web-push';
import type { PushKind } from '@/lib/api/push-kinds';
import { canonicalOrigin } from '@/lib/settings/env';
import { database } from '../db/database';
import { pushSubscriptions } from '../db/push-tables';
import { describeError, log } from '../log';
import { publicLookup } from '../nft/public-lookup';
import { readWebsite } from '../seed/config-files';
import { isAllowedEndpoint, isOwnService } from './endpoint';
import { pushKeys } from './push-key';

export type PushTarget = Pick<
  typeof pushSubscriptions.$inferSelect,
  'endpoint' | 'p256dh' | 'auth' | 'locale'
>;

/** How long a push service keeps a message for a browser that isn't reachable, in seconds. */
const TTL_SECONDS = 24 * 60 * 60;
const TIMEOUT_MS = 10_000;
/** All messages have this length, so that the push service can't tell the kinds apart. */
const PADDED_CHARACTERS = 64;
const SENDING = 8;
/** Answers of a push service that mean that the subscription has ended (RFC 8030, section 7.3). */
const GONE = [404, 410];

const inTurn = pLimit(SENDING);
/** Connects only to public addresses, which it checks at connection time. */
const publicAgent = new RequestFilteringHttpsAgent({ keepAlive: false, lookup: publicLookup });

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
export async function pushRequest({ endpoint, p256dh, auth, locale }: PushTarget, kind: PushKind) {
  const keys = pushKeys();
  if (keys === null) throw new Error('PUSH_PRIVATE_KEY is not set');
  return webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify({ kind, locale }).padEnd(PADDED_CHARACTERS),
    {
      vapidDetails: { ...keys, subject: await subject() },
      TTL: TTL_SECONDS,
      // A call rings for less than a minute.
      urgency: kind === 'messages' ? 'high' : 'normal',
      contentEncoding: 'aes128gcm',
    },
  );
}

async function deliver(target: PushTarget, kind: PushKind): Promise<void> {
  const { endpoint } = target;
  if (!isAllowedEndpoint(endpoint)) throw new Error('an endpoint that is not allowed');
  const { method, headers, body } = await pushRequest(target, kind);
  const status = await post(new URL(endpoint), { method, headers }, body);
  if (GONE.includes(status))
    await database('account').delete(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint));
  else if (status < 200 || status > 299) throw new Error(`the push service answered ${status}`);
}

/**
 * Sends a message without content to browsers: only its kind, for which they have the text. A message is sent once at most.
 * Deletes subscriptions that have ended, and logs what fails, without the endpoint, which is a secret.
 */
export async function sendPush(targets: readonly PushTarget[], kind: PushKind): Promise<void> {
  await Promise.all(
    targets.map((target) =>
      inTurn(() => deliver(target, kind)).catch((error: unknown) =>
        log.warn(
          { kind, host: new URL(target.endpoint).host, err: describeError(error) },
          'a push message failed',
        ),
      ),
    ),
  );
}
