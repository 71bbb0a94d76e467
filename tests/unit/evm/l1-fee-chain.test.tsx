import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { parseEther, serializeTransaction, size } from 'viem';
import { type Config, WagmiContext } from 'wagmi';
import { useSpendable } from '@/components/wallet/fields/use-spendable';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { largestCall, maxL1Fee } from '@/lib/evm/l1-fee';
import { createWalletConfig } from '@/lib/wallet/networks/wallet-config';
import { callHash } from '@/lib/wallet/transactions/read-transactions';
import { planReplacement } from '@/lib/wallet/transactions/replacement';
import { useNetworkFee } from '@/lib/wallet/transactions/use-network-fee';
import { type AnvilClient, anvilClient, demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { spawnAnvil, urlOf } from '@/scripts/launcher/chains/anvil-process';
import { endProcess } from '@/server/process/process';
import { chainPlans } from '../../support/chain-plans';
import { entry } from '../../support/ledger-entry';
import { listedChain } from '../../support/scripted-wallet';

/** GasPriceOracle of the OP Stack. */
const ORACLE = '0x420000000000000000000000000000000000000F';
/** Code whose `getL1Fee(bytes)` returns a gwei per byte: `mstore(0, calldataload(36) * 1e9)`, `return(0, 32)`. */
const GWEI_PER_BYTE = '0x602435633b9aca000260005260206000f3';
const GWEI = 1_000_000_000n;
const STOP_GRACE_MS = 20_000;

const [account, recipient] = [demoAccount(3), demoAccount(4).address];
const [plan] = chainPlans;
let dir: string;
let pid: number;
let client: AnvilClient;
/** The chain with its oracle listed, and without. */
let rollup: Config;
let plain: Config;

beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-l1-fee-'));
  const anvil = await spawnAnvil(dir, plan);
  pid = anvil.pid;
  const rpcUrl = urlOf(anvil.port);
  client = anvilClient({ ...plan, rpcUrl });
  await client.setCode({ address: ORACLE, bytecode: GWEI_PER_BYTE });
  const chains = [{ ...listedChain(plan.id, plan.name), rpcUrl }];
  rollup = createWalletConfig(chains, new Map(), new Map([[plan.id, ORACLE]]));
  plain = createWalletConfig(chains, new Map());
});
afterAll(async () => {
  await endProcess(pid, STOP_GRACE_MS);
  await rm(dir, { recursive: true, force: true });
});

/** Returns what a hook returns with and without the oracle, once both are known. */
async function both<Value>(use: () => Value, isKnown: (value: Value) => boolean): Promise<[Value, Value]> {
  const read = async (config: Config) => {
    const queries = new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } });
    const wrapper = ({ children }: { children: ReactNode }) => (
      <WagmiContext value={config}>
        <QueryClientProvider client={queries}>{children}</QueryClientProvider>
      </WagmiContext>
    );
    const { result, unmount } = renderHook(use, { wrapper });
    await waitFor(() => expect(isKnown(result.current)).toBe(true));
    unmount();
    return result.current;
  };
  return [await read(rollup), await read(plain)];
}

const payment = { to: recipient, value: 5n, data: '0x' } as const;

test('FEE-1 the fee for data is one and a half times what the oracle says, and 0 without one', async () => {
  const fee = await maxL1Fee(rollup.getClient({ chainId: plan.id }), payment);
  const bytes = size(
    serializeTransaction({
      ...{ type: 'eip1559', chainId: plan.id, to: recipient, value: 5n, nonce: 1, gas: 300_000n },
      ...{ maxFeePerGas: 5n * GWEI, maxPriorityFeePerGas: GWEI },
    }),
  );
  expect(fee).toBe((BigInt(bytes) * GWEI * 3n) / 2n);
  expect(await maxL1Fee(plain.getClient({ chainId: plan.id }), payment)).toBe(0n);
  const large = await maxL1Fee(rollup.getClient({ chainId: plan.id }), largestCall(1_024));
  expect(large).toBeGreaterThan(1_500n * GWEI);
});

test('FEE-1 a review’s network fee includes the fee for data', async () => {
  const [withData, without] = await both(
    () => useNetworkFee(plan.id, account.address, payment, { gas: 21_000n, perGas: GWEI }),
    ({ fee }) => fee !== undefined,
  );
  expect(without.fee).toBe(21_000n * GWEI);
  expect(withData.fee).toBe(
    21_000n * GWEI + (await maxL1Fee(rollup.getClient({ chainId: plan.id }), payment)),
  );
});

test('FEE-1 all that can be spent of the native currency leaves enough for the fee for data', async () => {
  const balance = { chainId: plan.id, token: NATIVE_TOKEN, inWallet: parseEther('1') };
  const [withData, without] = await both(
    () => useSpendable(balance, 150_000n).spendable,
    (spendable) => spendable !== undefined,
  );
  const reserve = (without ?? 0n) - (withData ?? 0n);
  expect(reserve).toBe(await maxL1Fee(rollup.getClient({ chainId: plan.id }), largestCall(1_024)));
});

test('FEE-1 a replacement’s cost, and whether the balance covers it, include the fee for data', async () => {
  await client.setAutomine(false);
  const { address } = account;
  const gasPrice = 10n * GWEI;
  const hash = await client.sendTransaction({
    ...{ account, to: recipient, value: 5n, gas: 21_000n, gasPrice, type: 'legacy' },
  });
  const call = callHash({ to: recipient, value: 5n, input: '0x' });
  const request = { ...entry.request, to: recipient, call, dataSize: 0 };
  const stuck = { ...entry, ...{ id: hash, hash, chainId: plan.id, account: address, request } };
  const costOf = async (config: Config) => (await planReplacement(config, stuck, 'cancel'))?.cost ?? 0n;
  const [withData, without] = [await costOf(rollup), await costOf(plain)];
  expect(withData - without).toBeGreaterThan(60n * GWEI);
  await client.setBalance({ address, value: without });
  expect((await planReplacement(plain, stuck, 'cancel'))?.isAffordable).toBe(true);
  expect((await planReplacement(rollup, stuck, 'cancel'))?.isAffordable).toBe(false);
});
