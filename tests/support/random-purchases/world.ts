import { type Address, erc20Abi, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { card } from '@/lib/api/schemas/card';
import { cardAccountAbi } from '@/lib/evm/abi/card-account';
import { requiredIssuer } from '@/lib/server/issuer/configured-issuer';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { callAs, startRoleHere, usd } from '../card-chain';
import { type CardUser, cardContract, HOLDER, startCardSite } from '../card-site';
import { startGateNode } from '../faulty-nodes';
import { until } from '../until';
import { randomOf } from './random';

const TUSDT = 2;
/** Tokens that each owner has at the start. */
export const WEALTH = usd(100_000);
const FIRST_TOP_UP = usd(500);
const LIMITS = {
  perDay: usd(10_000),
  perMonth: usd(30_000),
  offlinePerMonth: usd(5_000),
  overCaptureBps: 2_000,
};
/** Limits of the cards of each account. The low ones decline purchases, refuse debits, and leave no margin. */
const CARDS = [
  [LIMITS, { ...LIMITS, offlinePerMonth: usd(40) }],
  [LIMITS, { ...LIMITS, perDay: usd(300), overCaptureBps: 0 }],
  [{ ...LIMITS, offlinePerMonth: 0n, overCaptureBps: 2_500 }, LIMITS],
];

export type Account = { user: CardUser; owner: Address; cards: { id: string; number: number }[] };
export type PurchaseWorld = Awaited<ReturnType<typeof startPurchaseWorld>>;

/**
 * Starts everything that a purchase meets: PostgreSQL, the server with its jobs, the local issuer, a chain behind an endpoint that can
 * fail, and the sender's role. Opens accounts with two cards each.
 */
export async function startPurchaseWorld(seed: number) {
  const operator = privateKeyToAccount(generatePrivateKey());
  const gates: Awaited<ReturnType<typeof startGateNode>>[] = [];
  const endpointOf = async (rpcUrl: string) => {
    const gate = await startGateNode(rpcUrl);
    gates.push(gate);
    return gate.url;
  };
  const site = await startCardSite({}, { cardOperator: operator.address, endpointOf });
  const { chain, query, backend } = site;
  await chain.client.setBalance({ address: operator.address, value: parseEther('1000') });
  /** Prices in US dollars from their time on. It has whole milliseconds, because dates here have no parts of them. */
  const prices: { at: Date; price: string }[] = [];
  const setPrice = async (price: string) => {
    const [row] = await query<{ at: Date }>(
      `with point as (insert into price_points (coin_id, at, price) values ($1, date_trunc('milliseconds', clock_timestamp()), $2) returning at)
        insert into prices select $1, $2, '{test}', now() + interval '1 day' from point
        on conflict (coin_id) do update set price = excluded.price returning (select at from point)`,
      [TUSDT, price],
    );
    if (row) prices.push({ at: row.at, price });
  };
  await setPrice('1');
  // The first purchases can be in the second in which this price was set.
  await query(`update price_points set at = at - interval '1 minute'`);
  for (const one of prices) one.at = new Date(one.at.getTime() - 60_000);

  let stopRole = await startRoleHere({ backend, chain, operator });
  const contract = { address: cardContract(chain), abi: cardAccountAbi } as const;
  const token = { address: chain.token, abi: erc20Abi } as const;
  const accounts: Account[] = [];
  for (const limits of CARDS) {
    const owner = privateKeyToAccount(generatePrivateKey());
    await chain.client.setBalance({ address: owner.address, value: parseEther('10') });
    await callAs(chain, demoAccount(1), {
      ...token,
      functionName: 'transfer',
      args: [owner.address, WEALTH],
    });
    await callAs(chain, owner, { ...token, functionName: 'approve', args: [contract.address, WEALTH] });
    await callAs(chain, owner, { ...contract, functionName: 'topUp', args: [chain.token, FIRST_TOP_UP] });
    const user = await site.user(owner);
    const cards: Account['cards'] = [];
    for (const one of limits) {
      const number = await user.open(one);
      const body = { chainId: chain.id, number, type: 'virtual', holder: HOLDER };
      cards.push({ number, id: card.parse((await user.create(body)).data).id });
    }
    accounts.push({ user, cards, owner: owner.address });
  }
  await until(async () => {
    const [row] = await query<{ open: number }>(
      'select count(*)::int as open from card_accounts where block_number = 0 or balance = 0',
    );
    return row?.open === 0;
  }, 'accounts that the role has read');
  await watchApprovals(query);
  return {
    ...{ site, chain, query, contract, token, accounts, prices, setPrice },
    random: randomOf(seed),
    issuer: requiredIssuer(),
    /** What each owner has paid of what they owed, in base units. */
    paid: new Map(accounts.map(({ owner }) => [owner, 0n])),
    /** How often each kind of step was taken. */
    counts: new Map<string, number>(),
    startRole: async () => {
      await stopRole();
      stopRole = await startRoleHere({ backend, chain, operator });
    },
    stopRole: () => stopRole(),
    shutNode: (isShut: boolean) => {
      for (const gate of gates) gate.shut(isShut);
    },
    async stop() {
      await stopRole();
      await site.stop();
      await Promise.all(gates.map((gate) => gate.stop()));
    },
  };
}

/** Has the database store each approval of the server that its account doesn't cover, when it commits. */
async function watchApprovals(query: (text: string) => Promise<unknown>): Promise<void> {
  await query('create table uncovered_approvals (event_id text, missing numeric)');
  await query(`create function find_uncovered() returns trigger language plpgsql as $$ begin
    insert into uncovered_approvals select new.event_id, held + leaving + unplaced - balance from card_accounts
      where id = new.account_id and balance - held - leaving - unplaced < 0;
    return null; end $$`);
  await query(`create constraint trigger covered after insert on card_requests deferrable initially deferred for each row
    when (new.reason in ('approved', 'approved_in_part')) execute function find_uncovered()`);
}
