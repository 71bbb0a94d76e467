import { QueryClient } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import {
  type Hex,
  numberToHex,
  parseSignature,
  serializeCompactSignature,
  signatureToCompactSignature,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { openEntry, openReview, sendOrder, useSheet } from '@/components/wallet/transaction-sheet/sheet';
import { TransactionSheet } from '@/components/wallet/transaction-sheet/transaction-sheet';
import { closeDialog, useDialogs } from '@/lib/browser/dialogs';
import { sendPlan } from '@/lib/wallet/transactions/send-plan';
import { trackEntry } from '@/lib/wallet/transactions/track-entry';
import { useDeclined, useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import messages from '@/messages/en.json';
import { RpcFailure } from '../../../support/chain-plans';
import { storeLedger } from '../../../support/ledger-entry';
import { MisbehavingWallet, type Misbehavior, misbehaviors } from '../../../support/misbehaving-wallet';
import {
  connectOwnChain,
  type OwnChain,
  pressGo,
  RunPlan,
  renderOnOwnChain,
  says,
  startOwnChain,
  type WalletMethods,
} from '../../../support/own-chain';
import { createFlows } from '../../../support/transaction-flows';
import { signInWithoutSheet } from '../../../support/transaction-sheet';

let chain: OwnChain;
const { flows, fund } = createFlows(() => chain);
const flowOf = (wanted: string) => {
  const flow = flows.find(({ name }) => name === wanted);
  if (!flow) throw new Error(`no flow is called ${wanted}`);
  return flow;
};

beforeAll(async () => {
  chain = await startOwnChain();
});
afterAll(() => chain.stop());
beforeEach(() => {
  signInWithoutSheet();
  localStorage.clear();
  storeLedger([]);
  useDeclined.setState({ entries: [] });
});
afterEach(() => {
  cleanup();
  useDialogs.setState({ open: null });
});

async function meet(flowName: string) {
  const flow = flowOf(flowName);
  const wallet = new MisbehavingWallet(chain.id, chain.rpcUrl);
  await chain.client.impersonateAccount({ address: wallet.address });
  await fund(wallet.address, flow);
  await chain.client.stopImpersonatingAccount({ address: wallet.address });
  await wallet.publish({ to: wallet.address });
  wallet.foreignHash = await chain.client.sendTransaction({ to: wallet.address, value: 1n });
  return { flow, wallet };
}
const latest = () => useLedger.getState().entries.at(-1);

/** One misbehavior of each sort: what it sends, and what it says. */
const sorts = misbehaviors.filter(
  ({ sends, says: said }, index) =>
    said !== 'nothing' && misbehaviors.findIndex((one) => one.sends === sends && one.says === said) === index,
);
const { missing } = messages.wallet.pending;

/** Asserts what the sheet says of the latest transaction. */
async function sheetSays({ sends, says: said }: Misbehavior) {
  const { id } = latest() ?? {};
  if (!id) throw new Error('nothing is recorded');
  act(() => openEntry(id));
  if (sends === 'now') {
    expect(await screen.findByRole('heading', { name: /^0\.500000000000000001 ETH arrived/ })).toBeVisible();
    return;
  }
  // What no node shows is neither sent nor failed.
  expect(await screen.findByRole('heading', { name: /^Send 0\.5/ })).toBeVisible();
  expect(screen.queryByText(/arrived|failed|Nothing was sent|No tokens moved/)).toBeNull();
  if (said === 'unclear') expect(await screen.findByText(missing.answer)).toBeVisible();
}

test.each(sorts)(
  'WAL-9 the page says what the chain shows of a payment whose wallet $name',
  async (misbehavior) => {
    const { sends, says: said, act: behave } = misbehavior;
    const { flow, wallet } = await meet('native payment');
    const config = await connectOwnChain(chain, wallet.address, undefined, undefined, wallet.methods);
    wallet.behavior = behave;
    renderOnOwnChain(
      <>
        <RunPlan plan={flow.plan(wallet.address)} />
        <TransactionSheet forms={{ deposit: () => null, withdraw: () => null }} />
      </>,
      chain,
      config,
    );
    await pressGo();
    if (said === 'no') {
      await says('idle rejected');
      if (sends === 'never') {
        expect([latest(), useDeclined.getState().entries.length]).toEqual([undefined, 1]);
        return;
      }
      // It returns when the chain shows it.
      await waitFor(() => expect(latest()?.status).toBe('confirmed'));
      await sheetSays(misbehavior);
      return;
    }
    await says(sends === 'now' ? 'idle confirmed' : 'idle pending');
    await sheetSays(misbehavior);
  },
);

test('WAL-9 an order whose network switch is answered, but not done, ends with its sheet', async () => {
  const { flow, wallet } = await meet('native payment');
  let chainId = 1;
  let asked = () => {};
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const methods: WalletMethods = {
    ...wallet.methods,
    eth_chainId: () => numberToHex(chainId),
    wallet_switchEthereumChain: () => {
      asked();
      return null;
    },
  };
  const config = await connectOwnChain(chain, wallet.address, undefined, undefined, methods);
  openReview({ account: wallet.address, plan: flow.plan(wallet.address) });
  const sending = sendOrder(config, new QueryClient());
  await isAsked;
  closeDialog('transaction');
  await sending;
  expect(useSheet.getState()).toMatchObject({ step: 'idle', problem: null, entryId: null });
  // The user selects the network later.
  chainId = chain.id;
  for (const connector of config.connectors) connector.onChainChanged(numberToHex(chain.id));
  await chain.client.mine({ blocks: 1 });
  expect([wallet.requests, latest()]).toEqual([0, undefined]);
});

const compact = (signature: Hex) =>
  serializeCompactSignature(signatureToCompactSignature(parseSignature(signature)));
const other = privateKeyToAccount(generatePrivateKey());
type Sign = (sign: () => Promise<Hex>, data: string) => unknown;
const unable: [string, Sign][] = [
  [
    'has no such method',
    () => {
      throw new RpcFailure(4200, 'no');
    },
  ],
  [
    'has a device without it',
    () => {
      throw new RpcFailure(-32603, 'not supported on this device');
    },
  ],
  ['returns garbage', () => `0x${'ff'.repeat(65)}`],
  ['signs with another key', (_, data) => other.signTypedData(JSON.parse(data))],
];

/** Sends a stake without an allowance by a wallet that signs permits like this. */
async function stakeWith(sign: Sign) {
  const { wallet } = await meet('deposit');
  const flow = flowOf('stake');
  const own = wallet.methods.eth_signTypedData_v4;
  const signTypedData: WalletMethods[string] = (params) =>
    sign(async () => (await own?.(params)) as Hex, String(params[1]));
  const methods = { ...wallet.methods, eth_signTypedData_v4: signTypedData };
  const config = await connectOwnChain(chain, wallet.address, undefined, undefined, methods);
  const queries = new QueryClient();
  const press = async () => {
    const run = {
      signal: new AbortController().signal,
      named: [],
      onStep: () => undefined,
      onRecorded: () => undefined,
    };
    const result = await sendPlan(config, queries, wallet.address, flow.plan(wallet.address), run);
    for (const { id } of useLedger.getState().entries) await trackEntry(config, id);
    return result;
  };
  const staked = async () => (await flow.state(wallet.address)).held;
  return { flow, wallet, press, staked };
}

test.each(unable)(
  'WAL-16 a wallet that, asked for a permit, %s leads to an approval after another review',
  async (_, sign) => {
    const { flow, wallet, press, staked } = await stakeWith(sign);
    expect(await press()).toEqual({ problem: 'permitUnsupported' });
    expect([wallet.requests, latest(), await staked()]).toEqual([0, undefined, 0n]);
    expect(await press()).toEqual({ id: latest()?.id });
    expect(useLedger.getState().entries.map(({ kind, status }) => [kind, status])).toEqual([
      ['approve', 'confirmed'],
      ['stake', 'confirmed'],
    ]);
    expect(await staked()).toBe(flow.moves.held);
  },
);

test('WAL-16 a permit in 64 bytes (ERC-2098) needs no approval', async () => {
  const { flow, wallet, press, staked } = await stakeWith(async (sign) => compact(await sign()));
  expect(await press()).toEqual({ id: latest()?.id });
  expect([wallet.requests, await staked()]).toEqual([1, flow.moves.held]);
});
