import { type EIP1193RequestFn, type Hex, hashMessage, hashTypedData, stringify } from 'viem';
import { signMessage, signTypedData } from 'viem/actions';
import { NATIVE_DECIMALS } from '@/lib/evm/address';
import { shortNameOf } from '@/lib/evm/chain-short-names';
import { switchWalletChain } from '@/lib/wallet/networks/switch-chain';
import { parseMessage } from '@/lib/wallet/signing/message';
import { definitionOf } from '@/lib/wallet/signing/parse-typed-data';
import { prepareWallet } from '@/lib/wallet/transactions/ask-wallet';
import type { Method } from './bridge';
import {
  checkSession,
  type DappSession,
  describeSent,
  runConfirmed,
  sendTransactions,
} from './dapp-transactions';
import { DappError, readParams } from './protocol';
import { readCall } from './read-call';
import type { DappReviews, Turn } from './reviews';
import { parseTypedMessage } from './typed-message';

/** Maximum number of signatures that a DApp can retrieve again. */
const MAX_SIGNATURES = 100;

type Signed = { messageHash: Hex; signature: Hex };

async function signText(session: DappSession, params: unknown, turn: Turn): Promise<Signed> {
  const message = parseMessage(readParams('signMessage', params).message);
  if (!message) throw new DappError('The message must be text or bytes of at most 32 KiB');
  checkSession(session);
  const { config, account, chain } = session;
  const { raw } = message;
  const signal = await turn.review({ kind: 'message', account, chainId: chain.id, message, raw });
  const signature = await runConfirmed(session, async () => {
    const wallet = await prepareWallet(config, { account }, signal);
    return signMessage(wallet, { message: { raw } });
  });
  return { messageHash: hashMessage({ raw }), signature };
}

async function signData(session: DappSession, params: unknown, turn: Turn): Promise<Signed> {
  const { config, account, chain } = session;
  const typedData = parseTypedMessage(readParams('signTypedMessage', params).typedData, chain.id);
  const definition = definitionOf(typedData);
  checkSession(session);
  const raw = stringify(definition, null, 2);
  const signal = await turn.review({ kind: 'typedData', account, chainId: chain.id, typedData, raw });
  const signature = await runConfirmed(session, async () => {
    // Wallets reject typed data for a chain other than the current one.
    await switchWalletChain(config, chain.id, signal);
    const wallet = await prepareWallet(config, { chainId: chain.id, account }, signal);
    return signTypedData(wallet, definition);
  });
  return { messageHash: hashTypedData(definition), signature };
}

const describeChain = ({ chain }: DappSession) => ({
  chainId: String(chain.id),
  chainName: chain.name,
  shortName: shortNameOf(chain.id),
  nativeCurrency: {
    name: chain.nativeSymbol,
    symbol: chain.nativeSymbol,
    decimals: NATIVE_DECIMALS,
    logoUri: '',
  },
  blockExplorerUriTemplate: {
    address: `${chain.browserAddress}{{address}}`,
    txHash: `${chain.browserTx}{{txHash}}`,
    api: '',
  },
});

/**
 * Describes the account as a Safe without modules or a guard, whose only owner is the account itself, with a
 * threshold of one.
 */
const describeAccount = ({ account, chain }: DappSession) => ({
  safeAddress: account,
  chainId: chain.id,
  owners: [account],
  threshold: 1,
  isReadOnly: false,
  modules: null,
  fallbackHandler: null,
  guard: null,
  version: null,
});

/** Returns the methods of the Safe Apps SDK for one DApp, account, and network. */
export function createMethods(session: DappSession, reviews: DappReviews): Readonly<Record<string, Method>> {
  const { config, chain } = session;
  const signatures = new Map<string, Hex>();
  const signed = async (sign: (turn: Turn) => Promise<Signed>): Promise<Signed> => {
    const result = await reviews.run(sign);
    const [oldest] = signatures.keys();
    if (signatures.size >= MAX_SIGNATURES && oldest !== undefined) signatures.delete(oldest);
    signatures.set(result.messageHash, result.signature);
    return result;
  };
  const request: EIP1193RequestFn = config.getClient({ chainId: chain.id }).request;
  return {
    getSafeInfo: async () => describeAccount(session),
    getChainInfo: async () => describeChain(session),
    getEnvironmentInfo: async () => ({ origin: window.location.origin }),
    sendTransactions: async (params) => {
      const { txs } = readParams('sendTransactions', params);
      return { safeTxHash: await reviews.run((turn) => sendTransactions(session, txs, turn)) };
    },
    signMessage: (params) => signed((turn) => signText(session, params, turn)),
    signTypedMessage: (params) => signed((turn) => signData(session, params, turn)),
    getOffChainSignature: async (params) =>
      signatures.get(readParams('getOffChainSignature', params).toLowerCase()) ?? '0x',
    getTxBySafeTxHash: async (params) =>
      describeSent(session, readParams('getTxBySafeTxHash', params).safeTxHash),
    rpcCall: (params) => readCall(request, readParams('rpcCall', params)),
    wallet_getPermissions: async () => [],
    wallet_requestPermissions: () => Promise.reject(new DappError('Permissions are not granted')),
    requestAddressBook: () => Promise.reject(new DappError('The address book is private')),
  };
}
