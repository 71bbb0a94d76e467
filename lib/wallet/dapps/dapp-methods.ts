import type { Hex } from 'viem';
import { NATIVE_DECIMALS } from '@/lib/evm/address';
import { shortNameOf } from '@/lib/evm/chain-short-names';
import type { Methods } from './bridge';
import { dappNodes } from './dapp-node';
import { type Signed, signData, signText } from './dapp-signatures';
import { type DappSession, describeSent, sendTransactions } from './dapp-transactions';
import { DappError, readParams } from './protocol';
import { readCall } from './read-call';
import type { DappReviews, Turn } from './reviews';
import { parseTypedMessage } from './typed-message';

/** Maximum number of signatures that a DApp can retrieve again. */
const MAX_SIGNATURES = 100;

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
export function createMethods(session: DappSession, reviews: DappReviews): Methods {
  const { config, chain } = session;
  const signatures = new Map<string, Hex>();
  const signed = async (sign: (turn: Turn) => Promise<Signed>): Promise<Signed> => {
    const result = await reviews.run(sign);
    const [oldest] = signatures.keys();
    if (signatures.size >= MAX_SIGNATURES && oldest !== undefined) signatures.delete(oldest);
    signatures.set(result.messageHash, result.signature);
    return result;
  };
  const nodeOf = dappNodes(config);
  return {
    getSafeInfo: async () => describeAccount(session),
    getChainInfo: async () => describeChain(session),
    getEnvironmentInfo: async () => ({ origin: window.location.origin }),
    sendTransactions: async (params) => {
      const { txs } = readParams('sendTransactions', params);
      return { safeTxHash: await reviews.run((turn) => sendTransactions(session, txs, turn)) };
    },
    signMessage: (params) =>
      signed((turn) => signText(session, readParams('signMessage', params).message, turn)),
    signTypedMessage: (params) =>
      signed((turn) => {
        const { typedData } = readParams('signTypedMessage', params);
        return signData(session, parseTypedMessage(typedData, chain.id), turn);
      }),
    getOffChainSignature: async (params) =>
      signatures.get(readParams('getOffChainSignature', params).toLowerCase()) ?? '0x',
    getTxBySafeTxHash: async (params) =>
      describeSent(session, readParams('getTxBySafeTxHash', params).safeTxHash),
    rpcCall: async (params) => {
      const read = readParams('rpcCall', params);
      // Accounts here always sign off-chain, whatever the DApp requests.
      return read.call === 'safe_setSettings' ? { offChainSigning: true } : readCall(nodeOf(chain.id), read);
    },
    wallet_getPermissions: async () => [],
    wallet_requestPermissions: () => Promise.reject(new DappError('Permissions are not granted')),
    requestAddressBook: () => Promise.reject(new DappError('The address book is private')),
  };
}
