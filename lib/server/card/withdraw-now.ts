import 'server-only';
import { sql } from 'drizzle-orm';
import type { Address } from 'viem';
import { cardWithdrawals } from '../db/card-chain-tables';
import { cardAccounts } from '../db/card-tables';
import { database } from '../db/database';

/** What the user withdraws without a delay, from an account in `card_accounts`. `amount` is in base units. */
type NewWithdrawal = {
  chainId: number;
  contract: Address;
  owner: Address;
  token: Address;
  amount: bigint;
  to: Address;
};

/**
 * Requests a withdrawal without a delay, which the sender's role for cards signs within seconds. Reserves the amount in the same
 * statement, so that no purchase uses it until the withdrawal is done, refused, or expired. Money that is leaving can be withdrawn,
 * too. Returns its ID, or null if the account doesn't exist or has less than that.
 */
export async function requestWithdrawNow({
  chainId,
  contract,
  owner,
  token,
  amount,
  to,
}: NewWithdrawal): Promise<number | null> {
  const value = sql`${String(amount)}::numeric`;
  const { rows } = await database('transaction').execute<{ id: string }>(sql`
    with account as (
      select id, balance - held - unplaced as free from ${cardAccounts}
      where chain_id = ${chainId} and contract = ${contract} and owner = ${owner} and token = ${token} and owed = 0 for no key update
    ), reserved as (
      update ${cardAccounts} a set unplaced = a.unplaced + ${value} from account
      where a.id = account.id and account.free >= ${value} returning a.id
    )
    insert into ${cardWithdrawals} (account_id, amount_raw, "to") select id, ${value}, ${to} from reserved
    returning id::text`);
  return rows[0] ? Number(rows[0].id) : null;
}
