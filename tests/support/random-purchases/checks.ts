import { GET as readStatement } from '@/app/api/card/statement/route';
import { statement } from '@/lib/api/schemas/card';
import { callRoute } from '../api-call';
import { type IssuerPurchase, readPurchases } from './facts';
import { costOf } from './reference';
import { type Account, type PurchaseWorld, WEALTH } from './world';

const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n);

/** Returns the statements of the months since a time. Requires that the rows of each add up, and that they follow each other. */
async function readStatements({ chain }: PurchaseWorld, { user }: Account, since: Date): Promise<bigint> {
  const months = new Set([since, new Date()].map((time) => time.toISOString().slice(0, 7)));
  let closing = 0n;
  for (const month of months) {
    const query = { chainId: chain.id, token: chain.token, month };
    const read = statement.parse((await callRoute(readStatement, { token: user.token, query })).data);
    expect(BigInt(read.opening)).toBe(closing);
    closing += sumOf(read.rows.map(({ tokens }) => BigInt(tokens)));
    expect(BigInt(read.closing)).toBe(closing);
  }
  return closing;
}

/** What was refused, in base units: holds by purchase, and credits that nothing else has replaced. */
async function readRefused({ query }: PurchaseWorld) {
  const rows = await query<{ kind: string; card: string; purchase: string | null; amount: string }>(
    `select kind, card_id as card, authorization_id as purchase, amount_raw::text as amount from card_operations
      where state = 'refused' and kind in ('hold', 'credit') and reason <> 'Owed'`,
  );
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}
type Refused = Awaited<ReturnType<typeof readRefused>>;

async function checkAccount(
  world: PurchaseWorld,
  account: Account,
  { purchases, refused, since }: { purchases: readonly IssuerPurchase[]; refused: Refused; since: Date },
): Promise<void> {
  const { chain, contract, token, query, paid } = world;
  const { owner, cards } = account;
  const isOwn = ({ card }: { card: string }) => cards.some(({ id }) => id === card);
  const costs = purchases.filter(isOwn).map((purchase) => ({ ...costOf(purchase), id: purchase.id }));
  const [onChain, wallet] = await Promise.all([
    chain.client.readContract({ ...contract, functionName: 'accountOf', args: [owner, chain.token] }),
    chain.client.readContract({ ...token, functionName: 'balanceOf', args: [owner] }),
  ]);
  const [row] = await query<Record<'balance' | 'held' | 'leaving' | 'owed' | 'unplaced' | 'signed', string>>(
    `select balance::text, held::text, leaving::text, owed::text, unplaced::text, (select coalesce(sum(amount_raw), 0)::text
      from card_withdrawals w where w.account_id = a.id and w.state in ('requested', 'signed')) as signed
      from card_accounts a where owner = $1`,
    [owner],
  );
  // Tokens of the owner that aren't in the wallet went into the contract, for the account or for what it owed.
  const settled = paid.get(owner) ?? 0n;
  const deposited = WEALTH - wallet - settled;
  const taken = deposited - onChain.balance;
  const cost = sumOf(costs.map((one) => one.paid));
  const unpaidCredits = sumOf(
    refused.filter((one) => one.kind === 'credit' && isOwn(one)).map((one) => one.amount),
  );
  const refusedHold = (id: string) =>
    sumOf(refused.filter((one) => one.kind === 'hold' && one.purchase === id).map((one) => one.amount));
  const held = sumOf(
    costs.map((one) => {
      const left = one.held - refusedHold(one.id);
      return left > 0n ? left : 0n;
    }),
  );
  expect({
    statement: await readStatements(world, account, since),
    stored: { balance: row?.balance, held: row?.held, leaving: row?.leaving, unplaced: row?.unplaced },
    owed: row?.owed,
    held: onChain.held,
  }).toEqual({
    statement: onChain.balance,
    stored: {
      ...{ balance: String(onChain.balance), held: String(onChain.held), leaving: String(onChain.leaving) },
      unplaced: row?.signed,
    },
    owed: String(cost - taken + unpaidCredits - settled),
    held,
  });
}

/** Requires that the books of the issuer, the server, and the contract agree, to the base unit. `since`: start of the run. */
export async function checkBooks(world: PurchaseWorld, since: Date): Promise<void> {
  const { accounts, chain, contract, token, query } = world;
  const [purchases, refused] = [await readPurchases(world), await readRefused(world)];
  for (const account of accounts) await checkAccount(world, account, { purchases, refused, since });
  expect(await query('select * from uncovered_approvals')).toEqual([]);
  const { client } = chain;
  const [held, settled, ...balances] = await Promise.all([
    client.readContract({ ...token, functionName: 'balanceOf', args: [contract.address] }),
    client.readContract({ ...contract, functionName: 'settled', args: [chain.token] }),
    ...accounts.map(async ({ owner }) => {
      const args = [owner, chain.token] as const;
      return (await client.readContract({ ...contract, functionName: 'accountOf', args })).balance;
    }),
  ]);
  expect(held).toBe(settled + sumOf(balances));
}
