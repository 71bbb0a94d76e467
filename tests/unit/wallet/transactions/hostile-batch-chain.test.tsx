import { screen, waitFor } from '@testing-library/react';
import { numberToHex, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { stakePlan } from '@/components/wallet/stake/stake-plan';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { anvilHttp } from '@/scripts/launcher/chains/anvil-client';
import { RpcFailure } from '../../../support/chain-plans';
import {
  connectOwnChain,
  type OwnChain,
  pressGo,
  RunPlan,
  renderOnOwnChain,
  says,
  startOwnChain,
} from '../../../support/own-chain';
import { sendTo } from '../../../support/wallet-tokens';

let chain: OwnChain;
beforeAll(async () => {
  localStorage.clear();
  chain = await startOwnChain();
});
afterAll(() => chain.stop());

test('WAL-9 a batch that the wallet sent as single transactions is done once its last one is', async () => {
  const account = privateKeyToAddress(generatePrivateKey());
  await chain.client.impersonateAccount({ address: account });
  await chain.client.setBalance({ address: account, value: parseEther('10') });
  await sendTo(chain.client, chain.addresses.tTide, 'transfer', [account, parseEther('20')]);
  const node = anvilHttp(chain.rpcUrl)({});
  const hashes: unknown[] = [];
  const config = await connectOwnChain(chain, account, undefined, undefined, {
    wallet_getCapabilities: () => ({ [numberToHex(chain.id)]: { atomic: { status: 'supported' } } }),
    wallet_sendCalls: async ([batch]) => {
      const { calls, id } = batch as { calls: object[]; id: string };
      for (const call of calls)
        hashes.push(
          await node.request({
            method: 'eth_sendTransaction',
            params: [{ ...call, from: account, gas: '0xf4240' }],
          }),
        );
      return { id };
    },
    wallet_getCallsStatus: async ([id]) => {
      if (hashes.length < 2) throw new RpcFailure(5730, 'unknown bundle id');
      const receipts = await Promise.all(
        hashes.map((hash) => node.request({ method: 'eth_getTransactionReceipt', params: [hash] })),
      );
      return { version: '2.0.0', id, chainId: numberToHex(chain.id), atomic: false, status: 200, receipts };
    },
  });
  const token = { coinId: 5, symbol: 'tTIDE', decimals: 18, address: chain.addresses.tTide };
  const plan = stakePlan({
    ...{ action: 'stake', chainId: chain.id, pool: chain.addresses.staking, account },
    ...{ token, amount: parseEther('4') },
  });
  renderOnOwnChain(<RunPlan plan={plan} />, chain, config);
  await screen.findByText(/^Your wallet will ask once/);
  await pressGo();
  await waitFor(() => expect(useLedger.getState().entries.at(-1)?.status).toMatch(/confirmed|failed/));
  const pool = { address: chain.addresses.staking, abi: stakingPoolAbi } as const;
  expect(await chain.client.readContract({ ...pool, functionName: 'stakeOf', args: [account] })).toBe(
    parseEther('4'),
  );
  expect(useLedger.getState().entries.at(-1)).toMatchObject({ kind: 'stake', status: 'confirmed' });
  await says('idle confirmed');
});
