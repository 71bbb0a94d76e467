import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Stripe from 'stripe';
import { issuerClient } from '@/scripts/issuer/scenarios/client';
import { createTestCard } from '@/scripts/issuer/scenarios/play';
import { type IssuerOptions, type LocalIssuer, startIssuer } from '@/scripts/issuer/start-issuer';
import { API_VERSION } from '@/scripts/issuer/wire/version';
import { until } from './until';

export const API_KEY = 'sk_test_issuer';
export const DECISION_SECRET = 'whsec_decision';
export const EVENTS_SECRET = 'whsec_events';

/** A webhook as it arrived. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** What the endpoint answers. `null` never answers. */
export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
}

export const decisionReply = (content: object): Reply => ({
  headers: { 'content-type': 'application/json', 'stripe-version': API_VERSION },
  body: JSON.stringify(content),
});

/** A real HTTP endpoint for webhooks that keeps what it receives. Tests set its answers. */
export async function startEndpoint() {
  const received: Received[] = [];
  const endpoint = {
    received,
    decide: (_: Received): Reply | null => decisionReply({ approved: true }),
    acknowledge: (_: Received): Reply | null => ({}),
    at: (path: string) => received.filter((one) => one.path === path),
    events: (): Stripe.Event[] => endpoint.at('/events').map(({ body }) => JSON.parse(body)),
    origin: '',
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString('utf8');
    const one = { path: request.url ?? '', headers: request.headers, body };
    received.push(one);
    const reply = one.path === '/decision' ? endpoint.decide(one) : endpoint.acknowledge(one);
    if (reply) response.writeHead(reply.status ?? 200, reply.headers).end(reply.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endpoint.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return endpoint;
}

export interface IssuerWorld {
  issuer: LocalIssuer;
  endpoint: Awaited<ReturnType<typeof startEndpoint>>;
  stripe: Stripe;
  /** Returns the body of an API response as sent, without the client. */
  raw(path: string): Promise<Record<string, unknown>>;
  card(): Promise<Stripe.Issuing.Card>;
  /** Captures a purchase of 10.00 with a new card, and returns the transaction. */
  captured(): Promise<Stripe.Issuing.Transaction>;
  /** Waits for an event at the endpoint, and returns its first delivery. */
  event(type: string): Promise<Stripe.Event>;
  stop(): Promise<void>;
}

/** Starts a local issuer with an endpoint for both kinds of webhooks, and returns the real client for it. */
export async function startIssuerWorld(options: Partial<IssuerOptions> = {}): Promise<IssuerWorld> {
  const endpoint = await startEndpoint();
  const issuer = await startIssuer({
    port: 0,
    apiKey: API_KEY,
    decision: { url: `${endpoint.origin}/decision`, secrets: [DECISION_SECRET] },
    events: { url: `${endpoint.origin}/events`, secrets: [EVENTS_SECRET] },
    retryMs: 20,
    ...options,
  });
  const stripe = issuerClient(API_KEY, issuer.origin);
  return {
    issuer,
    endpoint,
    stripe,
    raw: async (path) => {
      const response = await fetch(`${issuer.origin}${path}`, {
        headers: { authorization: `Bearer ${API_KEY}` },
      });
      return (await response.json()) as Record<string, unknown>;
    },
    card: () => createTestCard(stripe),
    captured: async () => {
      const card = (await createTestCard(stripe)).id;
      const { authorizations } = stripe.testHelpers.issuing;
      const { id } = await authorizations.create({ card, amount: 1_000 });
      const [transaction] = (await authorizations.capture(id)).transactions;
      if (!transaction) throw new Error('nothing was captured');
      return transaction;
    },
    event: (type) =>
      until(async () => endpoint.events().find((event) => event.type === type), `event ${type}`, 10_000),
    stop: async () => {
      await issuer.stop();
      await endpoint.stop();
    },
  };
}
