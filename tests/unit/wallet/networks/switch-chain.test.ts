import { UserRejectedRequestError } from 'viem';
import { connect, disconnect, getConnection } from 'wagmi/actions';
import { browserConnector } from '@/components/wallet/connect/browser-connector';
import { WrongChainError } from '@/lib/evm/errors';
import { switchWalletChain } from '@/lib/wallet/networks/switch-chain';
import { createWalletConfig } from '@/lib/wallet/networks/wallet-config';
import {
  listedChain,
  ScriptedWallet,
  type WalletScript,
  walletError,
} from '../../../support/scripted-wallet';

const [NORTH, SOUTH] = [31337, 31338];
const SWITCH = 'wallet_switchEthereumChain';
const ADD = 'wallet_addEthereumChain';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Connects a wallet that is on NORTH. `outcome` runs a switch to SOUTH, and its timers, to the end. */
async function connected(script: (wallet: ScriptedWallet) => WalletScript) {
  const wallet = new ScriptedWallet();
  Object.assign(wallet.script, script(wallet));
  const config = createWalletConfig([listedChain(NORTH), listedChain(SOUTH)], new Map());
  await connect(config, { connector: browserConnector(config, wallet.entry) });
  const ending = new AbortController();
  const run = () =>
    switchWalletChain(config, SOUTH, ending.signal).then(
      () => 'switched' as const,
      (error: unknown) => error,
    );
  const outcome = async (ms = 5_000) => {
    const running = run();
    await jest.advanceTimersByTimeAsync(ms);
    return Promise.race([running, 'waiting' as const]);
  };
  const prompts = () => wallet.asked.filter((method) => method === SWITCH || method === ADD);
  return { wallet, config, ending, run, outcome, prompts, chainId: () => getConnection(config).chainId };
}

/** Knows SOUTH only after it was added, and then refuses the switch with `unknown` no more. */
const addsFirst = (wallet: ScriptedWallet, unknown: unknown, selectsAtOnce: boolean): WalletScript => {
  let known = false;
  return {
    [SWITCH]: (params) => {
      if (!known) throw unknown;
      return wallet.selectChain(params);
    },
    [ADD]: (params) => {
      known = true;
      return selectsAtOnce ? wallet.selectChain(params) : null;
    },
  };
};

test('WAL-2 a wallet that switches without an event is known to be on the new chain', async () => {
  const { outcome, prompts, chainId } = await connected((wallet) => ({
    [SWITCH]: (params) => wallet.selectChain(params),
  }));
  expect(await outcome()).toBe('switched');
  expect(chainId()).toBe(SOUTH);
  expect(prompts()).toEqual([SWITCH]);
});

test('WAL-2 a wallet that is on the chain already is not asked, whatever wagmi holds', async () => {
  const { wallet, outcome, prompts, chainId } = await connected(() => ({}));
  wallet.chainId = SOUTH;
  expect(chainId()).toBe(NORTH);
  expect(await outcome()).toBe('switched');
  expect(chainId()).toBe(SOUTH);
  expect(prompts()).toEqual([]);
});

test.each([
  ['at the top', walletError(4902)],
  ['in data.originalError', walletError(-32603, { data: { originalError: { code: 4902 } } })],
  ['in data', walletError(-32603, { data: { code: 4902 } })],
  ['in cause', new Error('wrapped', { cause: walletError(4902) })],
  ['as a plain object', { code: 4902, message: 'Unrecognized chain' }],
  ['as digits', { code: '4902' }],
])('WAL-2 a chain unknown to the wallet is added, with the code %s', async (_where, unknown) => {
  const { outcome, prompts } = await connected((wallet) => addsFirst(wallet, unknown, true));
  expect(await outcome()).toBe('switched');
  expect(prompts()).toEqual([SWITCH, ADD]);
});

test('WAL-2 a wallet that adds the chain without selecting it (EIP-3085) is asked to switch again', async () => {
  const { outcome, prompts } = await connected((wallet) => addsFirst(wallet, walletError(4902), false));
  expect(await outcome()).toBe('switched');
  expect(prompts()).toEqual([SWITCH, ADD, SWITCH]);
});

test('WAL-2 a WalletConnect session that lacks the chain gets it added', async () => {
  const lacking = new Error("Failed to switch to chain 'eip155:31338'.");
  const { outcome, prompts } = await connected((wallet) => addsFirst(wallet, lacking, true));
  expect(await outcome()).toBe('switched');
  expect(prompts()).toEqual([SWITCH, ADD]);
});

test('WAL-2 a wallet that approves and stays ends the switch within seconds, and names both chains', async () => {
  const { outcome } = await connected(() => ({ [SWITCH]: () => null }));
  const error = await outcome();
  expect(error).toBeInstanceOf(WrongChainError);
  expect(error).toMatchObject({ name: 'WrongChainError', chainId: SOUTH, walletChainId: NORTH });
});

test('WAL-2 a wallet that approves and selects the chain a second later is waited for', async () => {
  const { outcome } = await connected((wallet) => ({
    [SWITCH]: (params) => {
      setTimeout(() => wallet.selectChain(params), 1_000);
      return null;
    },
  }));
  expect(await outcome()).toBe('switched');
});

test('WAL-2 a wallet that switches and never answers has switched', async () => {
  const { outcome } = await connected((wallet) => ({
    [SWITCH]: (params) => {
      wallet.selectChain(params);
      return new Promise(() => undefined);
    },
  }));
  expect(await outcome()).toBe('switched');
});

test('WAL-2 a wallet that hangs is waited for, and given up after a minute', async () => {
  const { outcome, wallet } = await connected(() => ({}));
  wallet.hold(SWITCH);
  expect(await outcome(30_000)).toBe('waiting');
  wallet.asked.length = 0;
  expect(await outcome(61_000)).toBeInstanceOf(WrongChainError);
});

test.each([
  ['EIP-1193', walletError(4001)],
  ['wrapped', walletError(-32603, { data: { originalError: { code: 4001 } } })],
  ['WalletConnect', { code: 5000, message: 'User rejected.' }],
])('WAL-2 a rejection is one only by the code of the wallet (%s)', async (_kind, rejection) => {
  const refuse = () => {
    throw rejection;
  };
  const atSwitch = await connected(() => ({ [SWITCH]: refuse }));
  expect(await atSwitch.outcome()).toBeInstanceOf(UserRejectedRequestError);
  expect(atSwitch.prompts()).toEqual([SWITCH]);
  const atAdd = await connected((wallet) => ({
    ...addsFirst(wallet, walletError(4902), false),
    [ADD]: refuse,
  }));
  expect(await atAdd.outcome()).toBeInstanceOf(UserRejectedRequestError);
  expect(atAdd.prompts()).toEqual([SWITCH, ADD]);
});

test.each([4200, -32601, -32603, -32002, 4100])(
  'WAL-2 an error %p is no rejection, and is the cause of the failure',
  async (code) => {
    const problem = walletError(code);
    const { outcome, prompts } = await connected(() => ({
      [SWITCH]: () => {
        throw problem;
      },
    }));
    const error = await outcome();
    expect(error).toBeInstanceOf(WrongChainError);
    expect(error).toMatchObject({ cause: problem });
    expect(prompts()).toEqual([SWITCH]);
  },
);

test('WAL-2 an unknown chain that the wallet cannot add, or still does not know, ends the switch', async () => {
  const refuse = (code: number) => () => {
    throw walletError(code);
  };
  const cannotAdd = await connected(() => ({ [SWITCH]: refuse(4902), [ADD]: refuse(-32601) }));
  expect(await cannotAdd.outcome()).toBeInstanceOf(WrongChainError);
  const stillUnknown = await connected(() => ({ [SWITCH]: refuse(4902) }));
  expect(await stillUnknown.outcome()).toBeInstanceOf(WrongChainError);
  expect(stillUnknown.prompts()).toEqual([SWITCH, ADD, SWITCH]);
});

test('WAL-2 an aborted switch ends at once, and a late answer leads to no further prompt', async () => {
  const { wallet, ending, run, prompts, chainId } = await connected(() => ({}));
  const held = wallet.hold(SWITCH);
  const running = run();
  await jest.advanceTimersByTimeAsync(500);
  ending.abort(new DOMException('closed', 'AbortError'));
  expect(await running).toMatchObject({ name: 'AbortError' });
  held.refuse(walletError(4902));
  await jest.advanceTimersByTimeAsync(5_000);
  expect(prompts()).toEqual([SWITCH]);
  expect(chainId()).toBe(NORTH);
  expect(jest.getTimerCount()).toBe(0);
  expect(await run()).toMatchObject({ name: 'AbortError' });
});

test('WAL-2 without a connected wallet, or for a chain that is not listed, nothing is asked', async () => {
  const { wallet, config, run } = await connected(() => ({}));
  await expect(switchWalletChain(config, 1)).rejects.toMatchObject({ name: 'ChainNotConfiguredError' });
  await disconnect(config);
  wallet.asked.length = 0;
  expect(await run()).toBeInstanceOf(WrongChainError);
  expect(wallet.asked).toEqual([]);
});
