import { POST as settle } from '@/app/api/card/settleOwed/route';
import { POST as update } from '@/app/api/card/update/route';
import { POST as requestNow } from '@/app/api/card/withdrawalSignature/route';
import { callRoute } from '../api-call';
import { callAs, usd } from '../card-chain';
import type { Account, PurchaseWorld } from './world';

/** What owners do with their money and cards, by how often. */
export const OWNER_STEPS = {
  topUp: 4,
  requestWithdrawal: 1,
  cancelWithdrawal: 0.7,
  withdraw: 0.7,
  requestNow: 1.5,
  withdrawNow: 3,
  freeze: 0.7,
  unfreeze: 3,
};
export type OwnerStep = keyof typeof OWNER_STEPS;

const FROZEN = 2;

/** Takes a step as an owner. Returns false if there is nothing to do. @throws Error if it is refused. */
export async function takeOwnerStep(
  world: PurchaseWorld,
  account: Account,
  step: OwnerStep,
): Promise<boolean> {
  const { chain, contract, token, random, query } = world;
  const { user, owner, cards } = account;
  const call = (functionName: string, args: readonly unknown[]) =>
    callAs(chain, user.account, { ...contract, functionName, args });
  const amount = usd(random.between(1, 120));
  const leavingSince = async () =>
    (await chain.client.readContract({ ...contract, functionName: 'accountOf', args: [owner, chain.token] }))
      .leavingSince;
  switch (step) {
    case 'topUp':
      await callAs(chain, user.account, {
        ...token,
        functionName: 'approve',
        args: [contract.address, amount * 2n],
      });
      await call('topUp', [chain.token, amount * 2n]);
      return true;
    case 'requestWithdrawal':
      await call('requestWithdrawal', [chain.token, amount]);
      return true;
    case 'cancelWithdrawal':
      if ((await leavingSince()) === 0) return false;
      await call('cancelWithdrawal', [chain.token]);
      return true;
    case 'withdraw': {
      const delay = await chain.client.readContract({ ...contract, functionName: 'WITHDRAWAL_DELAY' });
      const { timestamp } = await chain.client.getBlock();
      const since = await leavingSince();
      if (since === 0 || timestamp < since + delay) return false;
      await call('withdraw', [chain.token, owner]);
      return true;
    }
    case 'requestNow': {
      const body = { chainId: chain.id, token: chain.token, amountRaw: String(amount), to: owner };
      const { code } = await callRoute(requestNow, { token: user.token, json: true, body });
      if (code !== 200) throw new Error(`a withdrawal was answered with ${code}`);
      return true;
    }
    case 'withdrawNow': {
      const [signed] = await query<{ amount: string; nonce: string; deadline: string; signature: string }>(
        `select w.amount_raw::text as amount, w.nonce::text, w.deadline::text, w.signature from card_withdrawals w
          join card_accounts a on a.id = w.account_id where a.owner = $1 and w.state = 'signed' order by w.id desc limit 1`,
        [owner],
      );
      if (!signed) return false;
      const [most, nonce, deadline] = [signed.amount, signed.nonce, signed.deadline].map(BigInt);
      await call('withdrawNow', [chain.token, most, owner, nonce, deadline, signed.signature]);
      return true;
    }
    case 'freeze': {
      const id = random.pick(cards)?.id;
      const { code } = await callRoute(update, { token: user.token, json: true, body: { id, freeze: true } });
      if (code !== 200) throw new Error(`a freeze was answered with ${code}`);
      return true;
    }
    case 'unfreeze': {
      const states = await Promise.all(
        cards.map(({ number }) =>
          chain.client.readContract({ ...contract, functionName: 'cardOf', args: [number] }),
        ),
      );
      const frozen = cards.filter((_, index) => states[index]?.status === FROZEN);
      for (const { number } of frozen) await call('setStatus', [number, 1]);
      return frozen.length > 0;
    }
  }
}

/** Pays what accounts owe. Only while nothing else changes it: what is paid beyond it would be lost. */
export async function payOwed({ accounts, paid, query, chain }: PurchaseWorld): Promise<number> {
  let payments = 0;
  for (const { user, owner } of accounts) {
    const [row] = await query<{ owed: string }>('select owed::text from card_accounts where owner = $1', [
      owner,
    ]);
    const owed = BigInt(row?.owed ?? 0);
    if (owed === 0n) continue;
    const body = { chainId: chain.id, txHash: await user.fund(owed) };
    const { data } = await callRoute(settle, { token: user.token, json: true, body });
    expect(data).toEqual({ owed: '0' });
    paid.set(owner, (paid.get(owner) ?? 0n) + owed);
    payments += 1;
  }
  return payments;
}
