import {
  type EIP1193Parameters,
  type EIP1474Methods,
  http,
  InvalidParamsRpcError,
  numberToHex,
  ProviderDisconnectedError,
  SwitchChainError,
  UnauthorizedProviderError,
  UnsupportedProviderMethodError,
  UserRejectedRequestError,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { call } from '@/lib/api/client';
import type { ChainMapping } from '@/lib/api/types';
import { readStored, writeStored } from '@/lib/preferences/storage';
import { demoKeys, rememberDemoAccount } from './demo-accounts';
import { requestConfirmation } from './demo-request';
import { type DemoSigner, type Method, signingMethods } from './demo-signing';

/**
 * RPC methods that the wallet forwards to the chain's node. All others are rejected, because a development node signs
 * for any caller.
 */
const forwardedMethods: ReadonlySet<string> = new Set([
  'eth_blockNumber',
  'eth_call',
  'eth_createAccessList',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getCode',
  'eth_getLogs',
  'eth_getProof',
  'eth_getStorageAt',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
  'eth_sendRawTransaction',
  'eth_syncing',
  'net_version',
  'web3_clientVersion',
]);

const KEY = 'tidewell.demo-wallet';
type Request = EIP1193Parameters<EIP1474Methods>;
type Stored = { accountIndex: number | null; chainId: number };

function loadStored(firstChainId: number): Stored {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? 'null');
    if (typeof stored === 'object' && stored && 'accountIndex' in stored && 'chainId' in stored) {
      return { accountIndex: Number(stored.accountIndex), chainId: Number(stored.chainId) };
    }
  } catch {
    // The stored value is unreadable, so start fresh.
  }
  return { accountIndex: null, chainId: firstChainId };
}

/**
 * Returns an EIP-1193 provider that signs with a local key, for local chains. Calls `emit` for each event. The user
 * must confirm every signature.
 */
export function createDemoProvider(
  chains: readonly ChainMapping[],
  emit: (event: string, value: unknown) => void = () => undefined,
) {
  let state = loadStored(chains[0]?.id ?? 0);
  const save = (next: Stored) => {
    state = next;
    writeStored(KEY, next.accountIndex === null ? null : JSON.stringify(next));
  };
  window.addEventListener('storage', ({ key }) => {
    if (key !== KEY) return;
    state = loadStored(state.chainId);
    emit('accountsChanged', addresses());
    emit('chainChanged', numberToHex(state.chainId));
  });
  const account = () => {
    const key = state.accountIndex === null ? undefined : demoKeys[state.accountIndex];
    return key ? privateKeyToAccount(key) : undefined;
  };
  const addresses = () => {
    const current = account();
    return current ? [current.address] : [];
  };
  const rpcUrl = () => chains.find(({ id }) => id === state.chainId)?.rpcUrl;
  const demoSigner = (): DemoSigner => {
    const signer = account();
    if (!signer) throw new UnauthorizedProviderError(new Error('not connected'));
    return { signer, chainId: state.chainId, rpcUrl: rpcUrl() };
  };
  const chooseAccount = async () => {
    const accountIndex = await requestConfirmation({ kind: 'connect' });
    if (accountIndex === null) throw new UserRejectedRequestError(new Error('rejected'));
    save({ ...state, accountIndex });
    rememberDemoAccount(accountIndex);
    emit('accountsChanged', addresses());
  };

  const methods: Partial<Record<string, Method>> = {
    ...signingMethods(demoSigner),
    async eth_requestAccounts() {
      if (state.accountIndex === null) await chooseAccount();
      return addresses();
    },
    async wallet_requestPermissions() {
      await chooseAccount();
      const caveats = [{ type: 'restrictReturnedAccounts', value: addresses() }];
      return [{ parentCapability: 'eth_accounts', caveats }];
    },
    eth_accounts: async () => addresses(),
    eth_chainId: async () => numberToHex(state.chainId),
    async wallet_switchEthereumChain([target]) {
      const asked = typeof target === 'object' && target && 'chainId' in target ? target.chainId : undefined;
      if (typeof asked !== 'string') throw new InvalidParamsRpcError(new Error('chainId must be a string'));
      const chainId = Number(asked);
      if (!chains.some(({ id }) => id === chainId)) throw new SwitchChainError(new Error('unknown chain'));
      save({ ...state, chainId });
      emit('chainChanged', numberToHex(chainId));
      return null;
    },
    async wallet_revokePermissions() {
      save({ ...state, accountIndex: null });
      return null;
    },
  };

  return {
    async request({ method, params }: Request): Promise<unknown> {
      // Another tab may have connected, but its storage event may not have arrived yet.
      if (readStored(KEY) !== null) state = loadStored(state.chainId);
      const own = Object.hasOwn(methods, method) ? methods[method] : undefined;
      if (own) return own(Array.isArray(params) ? params : []);
      if (!forwardedMethods.has(method))
        throw new UnsupportedProviderMethodError(new Error(`${method} is not supported`));
      return http(rpcUrl())({}).request({ method, params });
    },
  };
}

function isLoopback({ rpcUrl }: ChainMapping): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(rpcUrl).hostname);
}

/** Loads the demo wallet's provider. @throws ProviderDisconnectedError (4900) if no chain has a loopback RPC URL. */
export async function loadDemoProvider(emit: (event: string, value: unknown) => void) {
  const local = (await call<ChainMapping[]>('/config/chainMapping')).filter(isLoopback);
  if (local.length === 0) throw new ProviderDisconnectedError(new Error('no local chain configured'));
  return createDemoProvider(local, emit);
}
