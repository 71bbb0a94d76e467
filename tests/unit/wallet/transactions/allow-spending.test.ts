import {
  type Address,
  encodeAbiParameters,
  type Hash,
  type Hex,
  parseAbi,
  parseAbiParameters,
  zeroHash,
} from 'viem';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { ApprovalError, allowSpending } from '@/lib/wallet/transactions/allow-spending';
import { sendSpending } from '@/lib/wallet/transactions/send-spending';
import { trackEntry } from '@/lib/wallet/transactions/track-entry';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import type { TransactionStep } from '@/lib/wallet/transactions/transaction-plan';
import { anvilHttp, demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { RpcFailure } from '../../../support/chain-plans';
import {
  connectOwnChain,
  type OwnChain,
  startOwnChain,
  type WalletMethods,
} from '../../../support/own-chain';
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

const noShortcuts = { canBatch: async () => false, canPermit: () => false, giveUp: () => undefined };
const run = (steps: TransactionStep[]) => ({
  signal: new AbortController().signal,
  named: [],
  onStep: (step: TransactionStep) => void steps.push(step),
  onRecorded: () => undefined,
});

/** Approves the vault as spender, and returns the steps and the approvals sent. */
async function allow(token: Address, amount: bigint, methods: WalletMethods = {}) {
  const config = await connectOwnChain(chain, account, undefined, undefined, methods);
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
    noShortcuts,
    run(steps),
  );
  // Track the approvals, as the transaction watcher does.
  for (const { id } of useLedger.getState().entries) await trackEntry(config, id);
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
    { ...noShortcuts, canBatch: async () => true },
    run(steps),
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

/** Sends an approval with this change by a node that signs for the account, as its wallet. */
const approving =
  (change: (data: Hex) => Hex) =>
  async ([asked]: readonly unknown[]) => {
    const { data, ...transaction } = asked as { data: Hex };
    const params = [{ ...transaction, data: change(data) }];
    const hash = await anvilHttp(chain.rpcUrl)({}).request({ method: 'eth_sendTransaction', params });
    const { entries } = useLedger.getState();
    return { hash: hash as Hash, entries };
  };

test('WAL-16 an approval counts by its allowance, whatever the wallet says of its transaction', async () => {
  const token = chain.addresses.tDai;
  const exact = approving((data) => data);
  const answers: WalletMethods[string][] = [
    () => zeroHash,
    () => null,
    () => {
      throw new RpcFailure(-32603, 'Internal JSON-RPC error.');
    },
  ];
  for (const [index, answer] of answers.entries()) {
    const amount = BigInt(20 + index);
    const { sent } = await allow(token, amount, {
      eth_sendTransaction: async (params) => {
        await exact(params);
        return answer(params);
      },
    });
    expect(sent).toEqual([['approve', amount.toString()]]);
    expect(await allowance(token)).toBe(amount);
    expect(useLedger.getState().entries.at(-1)).toMatchObject({ kind: 'approve', status: 'confirmed' });
  }
});

test('WAL-16 an approval whose amount was lowered in the wallet ends the order, and says so', async () => {
  const token = chain.addresses.tDai;
  await sendTo(chain.client, token, 'approve', [chain.addresses.vault, 0n], account);
  const lowered = approving((data) => `${data.slice(0, -2)}07` as Hex);
  let config: Awaited<ReturnType<typeof connectOwnChain>> | undefined;
  const answer = allow(token, 40n, {
    eth_sendTransaction: async (params) => (await lowered(params)).hash,
  });
  // The transaction watcher finds the approval.
  config = await connectOwnChain(chain, account);
  const isDone = async () => {
    const last = useLedger.getState().entries.at(-1);
    if (last?.amountRaw === '40' && config) await trackEntry(config, last.id);
    return last?.amountRaw === '40' && last.status === 'confirmed';
  };
  await Promise.all([
    expect(answer).rejects.toEqual(new ApprovalError('approvalLowered')),
    until(isDone, 'the approval in the ledger'),
  ]);
  expect(await allowance(token)).toBe(7n);
});
