import type Stripe from 'stripe';
import { type Address, erc20Abi, type LocalAccount, parseUnits } from 'viem';
import { POST as create } from '@/app/api/card/create/route';
import { POST as decide } from '@/app/api/card/issuer/decision/route';
import { POST as receive } from '@/app/api/card/issuer/events/route';
import { GET as list } from '@/app/api/card/list/route';
import { card, cardList } from '@/lib/api/schemas/card';
import { cardAccountAbi } from '@/lib/evm/abi/card-account';
import { peerHeader } from '@/lib/server/http/connections';
import { issuerClient } from '@/scripts/issuer/scenarios/client';
import { startIssuer } from '@/scripts/issuer/start-issuer';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, startBackend } from './api-backend';
import { callRoute } from './api-call';
import { senderOn } from './api-deposit';
import { tokenOf } from './api-sign-in';
import { type SentWebhook, serveWebhooks } from './card-world';
import { API_KEY, DECISION_SECRET, EVENTS_SECRET } from './issuer';
import { ORIGIN, queryDatabase, type TestChain, UNLIMITED } from './plain-chains';
import { until } from './until';

export const FRAME_ORIGIN = 'http://localhost:4300';
const TUSDT = 2;

/** A person whose name is nowhere else, for tests that search for it. */
export const HOLDER = {
  firstName: 'Quillon',
  lastName: 'Fearnought',
  email: 'quillon.fearnought@example.com',
  phoneNumber: '+15005550123',
  birth: '1987-06-05',
  address: { line1: '17 Canarybird Lane', city: 'Berlin', postalCode: '10115', country: 'DE' },
  hasAcceptedTerms: true,
};

export const LIMITS = {
  perDay: parseUnits('500', 6),
  perMonth: parseUnits('2000', 6),
  offlinePerMonth: parseUnits('100', 6),
  overCaptureBps: 2_000,
};

const callWebhook = ({ path, body, signature }: SentWebhook): Promise<Response> =>
  (path === 'decision' ? decide : receive)(
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

/** A signed-in user who opens cards in the contract of a chain. */
async function newUser(chain: TestChain, account: LocalAccount, query: (text: string) => Promise<unknown>) {
  const token = await tokenOf(account);
  const client = senderOn(chain, account);
  const contract = { address: cardContract(chain), abi: cardAccountAbi };
  return {
    ...{ account, token, client, chain },
    /** Opens a card in the contract, and returns its number. */
    async open(limits = LIMITS, token: Address = chain.token): Promise<number> {
      const args = [token, limits] as const;
      const { result, request } = await client.simulateContract({
        ...contract,
        functionName: 'openCard',
        args,
      });
      await client.waitForTransactionReceipt({ hash: await client.writeContract(request) });
      return result;
    },
    /** Calls `fund`, and returns the transaction's hash. */
    async fund(amount: bigint) {
      const approve = { address: chain.token, abi: erc20Abi, functionName: 'approve' } as const;
      const approval = await client.writeContract({ ...approve, args: [contract.address, amount] });
      await client.waitForTransactionReceipt({ hash: approval });
      const args = [chain.token, amount] as const;
      const hash = await client.writeContract({ ...contract, functionName: 'fund', args });
      await client.waitForTransactionReceipt({ hash });
      return hash;
    },
    create: (body: Record<string, unknown>) => callRoute(create, { token, json: true, body }),
    /** Opens a virtual card, creates it at the issuer, and has the account read, as the sender does. */
    async newCard() {
      const number = await this.open();
      const { data } = await this.create({ chainId: chain.id, number, type: 'virtual', holder: HOLDER });
      await query('update card_accounts set block_number = 1');
      return { ...card.parse(data), status: 'active' as const };
    },
    list: async () => cardList.parse((await callRoute(list, { token })).data),
    find: async (id: string) =>
      cardList.parse((await callRoute(list, { token })).data).cards.find((one) => one.id === id),
  };
}

export type CardUser = Awaited<ReturnType<typeof newUser>>;

export function cardContract({ cardAccount: address }: TestChain): Address {
  if (!address) throw new Error('the contract of card accounts was not deployed');
  return address;
}

type SiteOptions = Pick<Parameters<typeof startBackend>[0] & object, 'cardOperator' | 'endpointOf'>;

/** Starts the server with a local issuer, and two chains with the contract of card accounts. No sender runs. */
export async function startCardSite(
  settings: Record<string, string> = {},
  { cardOperator = demoAccount(0).address, ...options }: SiteOptions = {},
) {
  const local = await startIssuer({ port: 0, apiKey: API_KEY, retryMs: 20 });
  const backend: Backend = await startBackend({
    ...{ ...options, cardOperator },
    env: {
      CARD_ISSUER_KEY: API_KEY,
      CARD_ISSUER_ORIGIN: local.origin,
      CARD_DECISION_SECRETS: DECISION_SECRET,
      CARD_EVENT_SECRETS: EVENTS_SECRET,
      CARD_FRAME_ORIGIN: FRAME_ORIGIN,
      RATE_LIMITS: `${UNLIMITED},card=999999/1`,
      ...settings,
    },
  });
  const [chain] = backend.chains;
  const webhooks = await serveWebhooks(callWebhook);
  local.control({
    do: 'settings',
    decision: { url: `${webhooks.origin}/decision`, secrets: [DECISION_SECRET] },
    events: { url: `${webhooks.origin}/events`, secrets: [EVENTS_SECRET] },
  });
  const stripe: Stripe = issuerClient(API_KEY, local.origin);
  const query = <Row extends Record<string, unknown>>(text: string, values?: unknown[]) =>
    queryDatabase<Row>(backend, text, values);
  const { authorizations } = stripe.testHelpers.issuing;
  return {
    ...{ backend, chain, local, stripe, webhooks, query },
    user: (account: LocalAccount, on: TestChain = chain) => newUser(on, account, query),
    /** Sets the balance of an account as the sender does, and that the chain was just read. In whole tokens. */
    async setBalance({ account, chain: { id } }: CardUser, amount: string): Promise<void> {
      await query('update card_accounts set balance = $2, block_number = 1 where owner = $1', [
        account.address,
        String(parseUnits(amount, 6)),
      ]);
      await query(
        `insert into card_mirrors (chain_id, contract, block_number, grace, block_at, read_at) values ($1, $2, 1, 1800, now(), now())
          on conflict (chain_id) do update set block_at = now(), read_at = now()`,
        [id, cardContract(chain)],
      );
      await query(
        `insert into prices values ($1, 1, '{test}', now() + interval '1 hour') on conflict (coin_id)
          do update set price = 1, at = excluded.at`,
        [TUSDT],
      );
    },
    /** Creates a physical card of a user, and delivers it. Returns its ID once it is active. */
    async newPhysicalCard(user: CardUser, more: Record<string, unknown> = {}): Promise<string> {
      const shipping = { name: 'Quillon Fearnought', address: HOLDER.address };
      const body = { chainId: user.chain.id, type: 'physical', holder: HOLDER, shipping };
      const { data } = await user.create({ ...body, number: await user.open(), ...more });
      const { id } = card.parse(data);
      const { cards } = stripe.testHelpers.issuing;
      await cards.shipCard(id);
      await cards.deliverCard(id);
      await query('update card_accounts set block_number = 1');
      await until(async () => (await user.find(id))?.status === 'active', 'the card became active');
      return id;
    },
    /** Requests an authorization in US cents at the issuer, which asks the server. */
    authorize: (cardId: string, amount = 1_000, params: object = {}) =>
      authorizations.create({ card: cardId, amount, ...params }),
    /** Waits until all events have been delivered and applied. */
    async applied(): Promise<void> {
      await local.delivered();
      await until(async () => {
        const [row] = await query<{ open: number }>(
          'select count(*)::int as open from card_events where content is not null and applied_at is null',
        );
        return row?.open === 0;
      }, 'the events were applied');
    },
    async stop(): Promise<void> {
      await backend.stop();
      await local.stop();
      await webhooks.stop();
    },
  };
}

export type CardSite = Awaited<ReturnType<typeof startCardSite>>;
