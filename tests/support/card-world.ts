import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Stripe from 'stripe';
import { decisionHandler } from '@/lib/server/card/decision/decision-handler';
import { applyEvents } from '@/lib/server/card/ledger/apply-events';
import { eventsHandler } from '@/lib/server/card/ledger/events-handler';
import { peerHeader } from '@/lib/server/http/connections';
import { createStripeIssuer } from '@/lib/server/issuer/stripe/stripe-issuer';
import { issuerClient } from '@/scripts/issuer/scenarios/client';
import { createTestCard } from '@/scripts/issuer/scenarios/play';
import { startIssuer } from '@/scripts/issuer/start-issuer';
import { addCard, type CardDatabase, type NewCard, startCardDatabase } from './card-database';
import { API_KEY, DECISION_SECRET, EVENTS_SECRET } from './issuer';
import { ORIGIN } from './plain-chains';

export type WebhookPath = 'decision' | 'events';
/** A webhook as it was sent. */
export type SentWebhook = { path: WebhookPath; body: string; signature: string | null };

export type CardWorld = Awaited<ReturnType<typeof startCardWorld>>;

/** Calls the real handlers of webhooks for an adapter. */
function webhookCaller(adapter: ReturnType<typeof createStripeIssuer>) {
  const routes = { decision: decisionHandler(() => adapter), events: eventsHandler(() => adapter) };
  return ({ path, body, signature }: SentWebhook): Promise<Response> =>
    routes[path](
      new Request(`${ORIGIN}/api/card/issuer/${path}`, {
        method: 'POST',
        headers: {
          [peerHeader()]: '203.0.113.7',
          'Content-Type': 'application/json',
          ...(signature === null ? {} : { 'Stripe-Signature': signature }),
        },
        body,
      }),
      { params: Promise.resolve({}) },
    );
}

/** Serves the handlers over HTTP, and keeps what arrives. With `isLosing`, events are accepted and lost. */
export async function serveWebhooks(call: (webhook: SentWebhook) => Promise<Response>) {
  const served = { sent: [] as SentWebhook[], isLosing: false, origin: '', stop: async () => undefined };
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const webhook: SentWebhook = {
      path: incoming.url === '/decision' ? 'decision' : 'events',
      body: Buffer.concat(chunks).toString('utf8'),
      signature: incoming.headers['stripe-signature']?.toString() ?? null,
    };
    served.sent.push(webhook);
    const isLost = served.isLosing && webhook.path === 'events';
    const response = isLost ? new Response() : await call(webhook);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  served.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  served.stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    return undefined;
  };
  return served;
}

/** Starts PostgreSQL, a local issuer, and the server's webhooks, as they work together. */
export async function startCardWorld() {
  const database: CardDatabase = await startCardDatabase();
  const local = await startIssuer({ port: 0, apiKey: API_KEY, retryMs: 20 });
  const secrets = { decision: [DECISION_SECRET], events: [EVENTS_SECRET] };
  const adapter = createStripeIssuer({ apiKey: API_KEY, origin: local.origin, secrets });
  const call = webhookCaller(adapter);
  const webhooks = await serveWebhooks(call);
  local.control({
    do: 'settings',
    decision: { url: `${webhooks.origin}/decision`, secrets: secrets.decision },
    events: { url: `${webhooks.origin}/events`, secrets: secrets.events },
  });
  const stripe: Stripe = issuerClient(API_KEY, local.origin);
  const store = async (cardId: string, options: NewCard = {}) => {
    const { holderId } = await adapter.readCard(cardId);
    return addCard(database, { ...options, cardId, holderId });
  };
  return {
    ...{ database, local, adapter, call, webhooks, stripe },
    /** Creates a card at the issuer that the server doesn't know. */
    card: () => createTestCard(stripe),
    /** Stores a card of the issuer, with an account. */
    store,
    /** Creates a card at the issuer, and stores it. */
    newCard: async (options: NewCard = {}) => store((await createTestCard(stripe)).id, options),
    /** Requests an authorization in US cents at the issuer, which asks the server. */
    authorize: (card: string, amount = 1_000, params: object = {}) =>
      stripe.testHelpers.issuing.authorizations.create({ card, amount, ...params }),
    /** Waits until all events have been delivered, and applies them. */
    async settle() {
      await local.delivered();
      await applyEvents(adapter);
    },
    /** Returns the operations of a card in their order, in base units: `hold 10000000`. */
    async operations(cardId: string) {
      const rows = await database.query<{ text: string }>(
        `select concat_ws(' ', kind, amount_raw, nullif(state, 'queued')) as text from card_operations
          where card_id = $1 order by id`,
        [cardId],
      );
      return rows.map(({ text }) => text);
    },
    async stop() {
      await local.stop();
      await webhooks.stop();
      await database.stop();
    },
  };
}
