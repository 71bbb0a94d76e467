import { z } from 'zod';
import { elementsSection } from './elements/section';
import { createApi } from './http/api';
import { type Command, runCommand } from './http/control';
import { corsHeaders } from './http/cors';
import { listen, type PageResponse, plainText, type Section } from './http/server';
import { newEvent } from './resources/events';
import type { CardSecrets } from './state/card-numbers';
import { Faults } from './state/faults';
import type { Endpoint, Issuer } from './state/issuer';
import { newState } from './state/state';
import { StateFile } from './state/state-file';
import { view } from './state/views';
import { terminalSection } from './terminal/section';
import { Delivery } from './webhooks/delivery';
import { ApiError } from './wire/errors';

export interface IssuerOptions {
  /** Port on 127.0.0.1. 0 selects a free one. */
  port: number;
  /** Secret key of the API, such as `sk_test_…`. */
  apiKey: string;
  /** Endpoint that decides authorizations. */
  decision?: Endpoint;
  /** Endpoint for all other events. */
  events?: Endpoint;
  /** Decision if the endpoint doesn't answer within 2 s. */
  onTimeout?: 'approve' | 'decline';
  /** Pause before an event is sent again, in milliseconds. Doubles with each attempt. */
  retryMs?: number;
  /** File with the state, which outlives the process. Without it, the state is in memory only. */
  stateFile?: string;
  /** Time in milliseconds, for tests of limits and expiry. */
  clock?: () => number;
}

/** A running local issuer. */
export interface LocalIssuer {
  origin: string;
  /** Runs a command of the control API. */
  control(command: Command): object;
  /** Resolves once every event is delivered. */
  delivered(): Promise<void>;
  /** All numbers, CVCs, and PINs, for tests that search for them. */
  secrets(): CardSecrets[];
  stop(): Promise<void>;
}

/** Public, as Stripe's at issuing-key.stripe.com. */
const PIN_KEYS_PATH = '/v1/keys';

const json = (status: number, content: object, headers: Record<string, string> = {}): PageResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(content, null, 2),
});

function controlSection(apiKey: string, run: (command: unknown) => object): Section {
  return {
    prefix: '/control',
    async answer({ incoming, body }) {
      if (incoming.method !== 'POST') return plainText(405, 'POST a command\n');
      if (incoming.headers.authorization !== `Bearer ${apiKey}`) return plainText(401, 'Wrong key\n');
      try {
        return json(200, run(JSON.parse(body)));
      } catch (error) {
        if (error instanceof ApiError) return json(error.status, { error: error.body });
        if (error instanceof z.ZodError) return plainText(400, `${z.prettifyError(error)}\n`);
        if (error instanceof SyntaxError) return plainText(400, `${error.message}\n`);
        throw error;
      }
    },
  };
}

/**
 * Starts a local card issuer that speaks Stripe Issuing's API and sends its webhooks. It has an API (`/v1`), a script
 * for browsers (`/elements`), a terminal for purchases (`/terminal`), and a control API for faults (`/control`).
 */
export async function startIssuer(options: IssuerOptions): Promise<LocalIssuer> {
  const {
    port,
    apiKey,
    decision,
    events,
    onTimeout = 'decline',
    retryMs = 1_000,
    stateFile,
    clock = Date.now,
  } = options;
  const faults = new Faults();
  const saved = stateFile === undefined ? undefined : await StateFile.open(stateFile);
  const state = saved?.state ?? newState();
  const settings = { decision, events, onTimeout };
  const delivery = new Delivery({ faults, settings }, retryMs);
  const issuer: Issuer = {
    state,
    faults,
    settings,
    now: () => Math.floor(clock() / 1000),
    emit: (type, stored, details) =>
      delivery.send(state.events.add(newEvent(issuer, type, view(state, stored), details))),
  };
  const api = createApi(issuer, apiKey);
  const control = (command: unknown) => runCommand(issuer, delivery, command);

  const server = await listen(port, (origin) => [
    // Stripe has the key for PINs on a host of its own, at the same path.
    {
      prefix: PIN_KEYS_PATH,
      answer: async ({ incoming }) => json(200, await state.pinKey.publicKey(), corsHeaders(incoming)),
    },
    {
      prefix: '/v1/',
      answer: async (request) => {
        const { isLost, ...response } = await api(request);
        if (request.incoming.method !== 'GET') await saved?.save();
        return isLost ? undefined : response;
      },
    },
    controlSection(apiKey, control),
    elementsSection(issuer),
    terminalSection({ origin, apiKey }),
  ]);
  // What an earlier process couldn't deliver. A request for a decision was declined with that process.
  for (const event of state.events.newestFirst().reverse())
    if (event.pending_webhooks > 0 && event.type !== 'issuing_authorization.request') delivery.send(event);
  return {
    origin: server.origin,
    control,
    delivered: () => delivery.idle(),
    secrets: () => [...state.secrets.values()],
    stop: async () => {
      await server.close();
      await delivery.stop();
      await saved?.save();
    },
  };
}
