import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import { type Address, getAddress } from 'viem';
import type { z } from 'zod';
import type { statement, statementQuery } from '@/lib/api/schemas/card';
import { findChain } from '../../../chain/node';
import { cardEntries, cardMirrors } from '../../../db/card-chain-tables';
import { cardOperations, cardRequests } from '../../../db/card-decision-tables';
import { cardDisputes, cardTransactions } from '../../../db/card-purchase-tables';
import { database } from '../../../db/database';
import { findContract, listedToken } from '../../../transfers/listed-token';
import { shortPrice } from '../../quote';
import { refuse } from '../issuer-call';

export type Statement = z.input<typeof statement>;
type Row = Statement['rows'][number];
type Query = Pick<z.output<typeof statementQuery>, 'chainId' | 'month' | 'token'>;

/** Time after the end of a month until all of its blocks count as settled, in ms. */
const SETTLED_MS = 60 * 60 * 1_000;

type Entry = {
  at: string;
  kind: Row['kind'];
  amountRaw: string;
  txHash: Row['txHash'];
  reference: string | null;
  purchaseId: string | null;
  merchantName: string | null;
  amount: string | null;
  merchantAmount: string | null;
  merchantCurrency: string | null;
  price: string | null;
  marginBps: number | null;
};

type Account = { chainId: number; contract: Address; owner: Address; token: Address };

const ofAccount = ({ chainId, contract, owner, token }: Account) =>
  and(
    eq(cardEntries.owner, owner),
    eq(cardEntries.chainId, chainId),
    eq(cardEntries.token, token),
    eq(cardEntries.contract, contract),
  );

/** Reads the entries of a time in the order of the chain, with the purchases that they belong to. */
async function readEntries(account: Account, from: Date, until: Date): Promise<Entry[]> {
  const { rows } = await database('account').execute<Entry>(sql`
    select to_char(${cardEntries.at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, ${cardEntries.kind} as kind,
      ${cardEntries.amountRaw}::text as "amountRaw", ${cardEntries.txHash} as "txHash", o.reference,
      coalesce(o.authorization_id, t.authorization_id, t.id) as "purchaseId", t.merchant_name as "merchantName",
      abs(coalesce(d.amount, t.amount))::text as amount, abs(t.merchant_amount)::text as "merchantAmount",
      t.merchant_currency as "merchantCurrency", coalesce(r.price, t.price)::text as price,
      coalesce(r.margin_bps, t.margin_bps) as "marginBps"
    from ${cardEntries} left join ${cardOperations} o on o.id = ${cardEntries.operationId}
      left join ${cardDisputes} d on d.id = o.reference
      left join ${cardTransactions} t on t.id = coalesce(d.transaction_id, o.reference)
      left join lateral (
        select price, margin_bps from ${cardRequests} q
        where q.authorization_id = t.authorization_id and q.is_approved and q.price is not null
        order by q.created_at limit 1
      ) r on t.kind = 'capture'
    where ${ofAccount(account)} and ${cardEntries.at} >= ${from.toISOString()}::timestamptz
      and ${cardEntries.at} < ${until.toISOString()}::timestamptz
    order by ${cardEntries.blockNumber}, ${cardEntries.logIndex}, ${cardEntries.id}`);
  return rows;
}

async function balanceBefore(account: Account, time: Date): Promise<bigint> {
  const [row] = await database('account')
    .select({ sum: sql<string>`coalesce(sum(${cardEntries.amountRaw}), 0)::text` })
    .from(cardEntries)
    .where(and(ofAccount(account), sql`${cardEntries.at} < ${time.toISOString()}::timestamptz`));
  return BigInt(row?.sum ?? 0);
}

/** Whether everything until a time has been read from the chain, and is old enough not to change. */
async function isSettled(chainId: number, until: Date): Promise<boolean> {
  const [mirror] = await database('account')
    .select({ readAt: cardMirrors.readAt })
    .from(cardMirrors)
    .where(eq(cardMirrors.chainId, chainId));
  return (mirror?.readAt?.getTime() ?? 0) >= until.getTime() + SETTLED_MS;
}

/** Adds the balance after each entry. What a transaction costs in the card's currency is on its first entry only. */
function toRows(entries: readonly Entry[], opening: bigint): Row[] {
  const named = new Set<string>();
  let balance = opening;
  return entries.map(({ amountRaw, reference, price, ...entry }) => {
    balance += BigInt(amountRaw);
    const isFirst = reference === null || !named.has(reference);
    if (reference !== null) named.add(reference);
    return {
      ...entry,
      ...(isFirst ? {} : { amount: null, merchantAmount: null, merchantCurrency: null }),
      price: price && shortPrice(price),
      tokens: amountRaw,
      balance: String(balance),
    };
  });
}

/**
 * Returns what has changed the balance of an account in the contract in a UTC month. The opening balance and all rows add up to the
 * closing one, to the base unit.
 * @throws ApiError 400 for an unknown chain, or 422 if the chain has no card contract or the token isn't listed.
 */
export async function readStatement(owner: Address, { chainId, token, month }: Query): Promise<Statement> {
  await findChain(chainId);
  const [contract, listed] = await Promise.all([
    findContract(chainId, 'card_contract'),
    listedToken(chainId, token),
  ]);
  if (!contract || !listed) throw refuse(422, 'unknownToken');
  const from = new Date(`${month}-01T00:00:00Z`);
  const until = new Date(from);
  until.setUTCMonth(until.getUTCMonth() + 1);
  const account = { chainId, contract, owner: getAddress(owner), token: listed.address };
  const [opening, entries, isComplete] = await Promise.all([
    balanceBefore(account, from),
    readEntries(account, from, until),
    isSettled(chainId, until),
  ]);
  const rows = toRows(entries, opening);
  return {
    ...{ chainId, contract, token: listed.address, decimals: listed.decimals, month },
    opening: String(opening),
    closing: rows.at(-1)?.balance ?? String(opening),
    isComplete,
    rows,
  };
}
