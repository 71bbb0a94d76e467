import {
  createWalletClient,
  type EIP1193Parameters,
  type EIP1474Methods,
  getAddress,
  hexToString,
  http,
  isHex,
  numberToHex,
  type PrivateKeyAccount,
  ProviderRpcError,
  type RpcTransactionRequest,
  SwitchChainError,
  UserRejectedRequestError,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { estimateGas } from 'viem/actions';
import type { ChainMapping } from '@/lib/api/types';
import { readStored, writeStored } from '@/lib/storage';
import { demoKeys } from './demo-accounts';
import { askOwner, type DemoRequest } from './demo-request';

const KEY = 'tidewell.demo-wallet';
type Listener = (value: unknown) => void;
type Request = EIP1193Parameters<EIP1474Methods>;
type Stored = { accountIndex: number | null; chainId: number };

function loadStored(firstChainId: number): Stored {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? 'null');
    if (typeof stored === 'object' && stored && 'accountIndex' in stored && 'chainId' in stored) {
      return { accountIndex: Number(stored.accountIndex), chainId: Number(stored.chainId) };
    }
  } catch {
    // Unreadable: start fresh.
  }
  return { accountIndex: null, chainId: firstChainId };
}

/** The fees that a page asks for; the network's of now where it asks for none. */
function askedFees({ gasPrice, maxFeePerGas, maxPriorityFeePerGas }: Omit<RpcTransactionRequest, 'nonce'>) {
  if (gasPrice) return { gasPrice: BigInt(gasPrice) };
  if (!maxFeePerGas || !maxPriorityFeePerGas) return {};
  return { maxFeePerGas: BigInt(maxFeePerGas), maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas) };
}

/** An EIP-1193 provider over a local key, for local chains. It asks its owner before each signature, as wallets do. */
export function createDemoProvider(chains: readonly ChainMapping[]) {
  let state = loadStored(chains[0]?.id ?? 0);
  const listeners = new Map<string, Set<Listener>>();
  const emit = (event: string, value: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(value);
  };
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
  const account = (): PrivateKeyAccount | undefined => {
    const key = state.accountIndex === null ? undefined : demoKeys[state.accountIndex];
    return key ? privateKeyToAccount(key) : undefined;
  };
  const addresses = () => {
    const current = account();
    return current ? [current.address] : [];
  };
  const client = (signer: PrivateKeyAccount) => {
    const chain = chains.find(({ id }) => id === state.chainId);
    return createWalletClient({ account: signer, transport: http(chain?.rpcUrl) });
  };
  const confirmed = async (build: (signer: PrivateKeyAccount) => DemoRequest) => {
    const signer = account();
    if (!signer)
      throw new ProviderRpcError(new Error('not connected'), { code: 4100, shortMessage: 'Unauthorized' });
    if ((await askOwner(build(signer))) === null) throw new UserRejectedRequestError(new Error('rejected'));
    return signer;
  };

  const methods: Partial<Record<string, (params: readonly unknown[]) => Promise<unknown>>> = {
    async eth_requestAccounts() {
      if (state.accountIndex === null) {
        const accountIndex = await askOwner({ kind: 'connect' });
        if (accountIndex === null) throw new UserRejectedRequestError(new Error('rejected'));
        save({ ...state, accountIndex });
        emit('accountsChanged', addresses());
      }
      return addresses();
    },
    eth_accounts: async () => addresses(),
    eth_chainId: async () => numberToHex(state.chainId),
    async wallet_switchEthereumChain([target]) {
      const chainId = Number((target as { chainId: string }).chainId);
      if (!chains.some(({ id }) => id === chainId)) throw new SwitchChainError(new Error('unknown chain'));
      save({ ...state, chainId });
      emit('chainChanged', numberToHex(chainId));
      return null;
    },
    async wallet_revokePermissions() {
      save({ ...state, accountIndex: null });
      return null;
    },
    async personal_sign([data]) {
      const raw = String(data);
      const message = isHex(raw) ? hexToString(raw) : raw;
      const signer = await confirmed(({ address }) => ({ kind: 'message', account: address, message }));
      return signer.signMessage({ message: isHex(raw) ? { raw } : raw });
    },
    async eth_signTypedData_v4([, data]) {
      const typedData = typeof data === 'string' ? data : JSON.stringify(data);
      const { chainId } = state;
      const signer = await confirmed(({ address }) => ({
        kind: 'typedData',
        account: address,
        chainId,
        typedData,
      }));
      return signer.signTypedData(JSON.parse(typedData));
    },
    async eth_sendTransaction([request]) {
      const { to, value, data, gas, nonce, ...fees } = request as RpcTransactionRequest;
      const { chainId } = state;
      const transaction = {
        to: to ? getAddress(to) : undefined,
        value: BigInt(value ?? 0),
        data: data ?? '0x',
        ...(nonce ? { nonce: Number(nonce) } : {}),
      } as const;
      const signer = await confirmed(({ address }) => ({
        kind: 'transaction',
        account: address,
        chainId,
        ...transaction,
      }));
      const sender = client(signer);
      // As wallets do: a second later a contract may have more to write down than while this was estimated.
      const estimate = async () => ((await estimateGas(sender, transaction)) * 3n) / 2n;
      return sender.sendTransaction({
        ...transaction,
        chain: null,
        gas: gas ? BigInt(gas) : await estimate(),
        ...askedFees(fees),
      });
    },
  };

  return {
    async request({ method, params }: Request): Promise<unknown> {
      // Another tab may have connected it, and told so before the storage event came.
      if (readStored(KEY) !== null) state = loadStored(state.chainId);
      const own = methods[method];
      if (own) return own(Array.isArray(params) ? params : []);
      const chain = chains.find(({ id }) => id === state.chainId);
      return http(chain?.rpcUrl)({}).request({ method, params });
    },
    on(event: string, listener: Listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    },
    removeListener(event: string, listener: Listener) {
      listeners.get(event)?.delete(listener);
    },
  };
}
