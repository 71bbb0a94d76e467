import { type Address, encodeAbiParameters, parseAbi, parseAbiParameters } from 'viem';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { allowSpending, sendSpending } from '@/lib/wallet/transactions/send-spending';
import { updateLedger, useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import type { TransactionStep } from '@/lib/wallet/transactions/transaction-plan';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { connectOwnChain, type OwnChain, startOwnChain } from '../../../support/own-chain';
import { SmartAccount } from '../../../support/smart-account';
import { until } from '../../../support/until';
import { deployToken, sendTo, tokenAbi } from '../../../support/wallet-tokens';

const account = demoAccount(1).address;
let chain: OwnChain;

beforeAll(async () => {
  chain = await startOwnChain();
});
afterAll(() => chain.stop());

const allowance = (token: Address) =>
  chain.client.readContract({
    address: token,
    abi: tokenAbi,
    functionName: 'allowance',
    args: [account, chain.addresses.vault],
  });

/** Approves the vault as spender, and returns the steps and the approvals sent. */
async function allow(token: Address, amount: bigint) {
  const config = await connectOwnChain(chain, account);
  const steps: TransactionStep[] = [];
  const before = useLedger.getState().entries.length;
  await allowSpending(
    config,
    {
      account,
      chainId: chain.id,
      intent: { kind: 'deposit', coinId: 2, amountRaw: amount.toString(), decimals: 18, symbol: 'RESET' },
      call: {
        address: chain.addresses.vault,
        abi: parseAbi(['function deposit()']),
        functionName: 'deposit',
        args: [],
      },
      spending: { token, amount },
    },
    (step) => steps.push(step),
  );
  // Confirm the transactions, as the transaction watcher does.
  for (const { id } of useLedger.getState().entries) updateLedger(id, { status: 'confirmed' });
  return {
    steps,
    sent: useLedger
      .getState()
      .entries.slice(before)
      .map(({ kind, amountRaw }) => [kind, amountRaw]),
  };
}

test('WAL-16 for a token that rejects allowance changes, the old approval is revoked first', async () => {
  const supply = encodeAbiParameters(parseAbiParameters('address, uint256'), [account, 10n ** 20n]);
  const token = await deployToken(chain.client, 'ResetFirstToken', supply);
  await sendTo(chain.client, token, 'approve', [chain.addresses.vault, 5n], account);
  const { steps, sent } = await allow(token, 12n);
  expect(steps).toEqual(['reset', 'approving', 'approve', 'approving']);
  expect(sent).toEqual([
    ['approve', '0'],
    ['approve', '12'],
  ]);
  expect(await allowance(token)).toBe(12n);
});

test('WAL-16 any other token is approved once, replacing the old approval', async () => {
  const token = chain.addresses.tUsdt;
  await sendTo(chain.client, token, 'approve', [chain.addresses.vault, 5n], account);
  const { steps, sent } = await allow(token, 12n);
  expect(steps).toEqual(['approve', 'approving']);
  expect(sent).toEqual([['approve', '12']]);
  expect(await allowance(token)).toBe(12n);
  expect(await allow(token, 12n)).toEqual({ steps: [], sent: [] });
});

test('WAL-16 a wallet with batch support revokes the old approval, approves and deposits in one batch', async () => {
  const wallet = new SmartAccount(demoAccount(2), 'delegating', () => chain.rpcUrl);
  await wallet.prepare();
  const { address } = wallet;
  const { vault } = chain.addresses;
  const supply = encodeAbiParameters(parseAbiParameters('address, uint256'), [address, 100n]);
  const token = await deployToken(chain.client, 'ResetFirstToken', supply);
  await sendTo(chain.client, token, 'approve', [vault, 5n], address);
  const batches: string[] = [];
  const methods = {
    wallet_sendCalls: async ([batch]: readonly unknown[]) => {
      const sent = await wallet.sendCalls(batch);
      batches.push(sent.id);
      return sent;
    },
  };
  const config = await connectOwnChain(chain, address, undefined, undefined, methods);
  const steps: TransactionStep[] = [];
  await sendSpending(
    config,
    {
      account: address,
      chainId: chain.id,
      intent: { kind: 'deposit', coinId: 2, amountRaw: '12', decimals: 18, symbol: 'RESET' },
      call: { address: vault, abi: vaultAbi, functionName: 'deposit', args: [token, 12n] },
      spending: { token, amount: 12n },
    },
    { isOffered: async () => true, giveUp: () => undefined },
    (step) => steps.push(step),
  );
  expect(steps).toEqual(['both']);
  // The batch has been sent, but it may not be mined yet.
  await until(async () => (await wallet.callsStatus(batches[0])).status === 200, 'the batch on chain');
  expect(batches).toHaveLength(1);
  const held = { address: vault, abi: vaultAbi, functionName: 'balanceOf', args: [address, token] } as const;
  expect(await chain.client.readContract(held)).toBe(12n);
  const left = { address: token, abi: tokenAbi, functionName: 'allowance', args: [address, vault] } as const;
  expect(await chain.client.readContract(left)).toBe(0n);
});
