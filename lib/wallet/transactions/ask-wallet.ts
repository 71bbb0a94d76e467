import {
  type Account,
  type Address,
  type Chain,
  type Client,
  formatTransactionRequest,
  type Hash,
  isHash,
  type TransactionRequest,
  type Transport,
  withTimeout,
} from 'viem';
import type { Config } from 'wagmi';
import { getConnectorClient } from 'wagmi/actions';
import { MaybeSentError, WalletSilentError } from '@/lib/evm/errors';
import { isRefusal } from '@/lib/evm/wallet-errors';
import type { SentTransaction } from './ledger-entry';
import { declineInLedger, sendInLedger } from './transaction-ledger';
import { untilAnswered } from './wallet-prompts';

/** How long a wallet may take to answer what needs no decision of its user. */
export const WALLET_READ_MS = 10_000;

export type Sender = { chainId: number; account: Address };

/**
 * Returns a client for the connected wallet, which is asked nothing between this and the client's first request. Some wallets
 * don't answer which chain they are on, which wagmi asks first.
 * @throws if the wallet isn't connected with the account and chain, or doesn't answer in time, or if the order has ended.
 */
export async function prepareWallet(
  config: Config,
  { chainId, account }: Omit<Sender, 'chainId'> & Partial<Sender>,
  signal: AbortSignal,
): Promise<Client<Transport, Chain, Account>> {
  const client = await withTimeout(() => getConnectorClient(config, { chainId, account }), {
    timeout: WALLET_READ_MS,
    errorInstance: new WalletSilentError(),
  });
  signal.throwIfAborted();
  return client;
}

/**
 * Asks the wallet once to send a transaction (`eth_sendTransaction`), and resolves to whatever it answers. viem's own action
 * would ask again with another method after some errors, and interpret them.
 */
export const askToSend = (
  client: Client<Transport, Chain, Account>,
  request: TransactionRequest,
): Promise<unknown> => {
  const asked = formatTransactionRequest({ ...request, from: client.account.address });
  return client.request({ method: 'eth_sendTransaction', params: [asked] }, { retryCount: 0 });
};

/**
 * Records what the wallet answered to a request of a ledger entry. A hash is only a hint: nodes are asked for it. An
 * answer that isn't a hash, and an error that doesn't say that nothing was sent, leave the entry open.
 * @throws the wallet's error if it says that nothing was sent, or MaybeSentError.
 */
export async function recordAnswer(
  id: Hash,
  kind: SentTransaction['kind'],
  answer: Promise<unknown>,
): Promise<Hash> {
  try {
    const hash = await untilAnswered(id, answer);
    if (typeof hash !== 'string' || !isHash(hash)) throw new MaybeSentError({ id });
    sendInLedger(id, { hash, kind, at: Date.now() });
    return hash;
  } catch (error) {
    if (error instanceof MaybeSentError) throw error;
    if (!isRefusal(error)) throw new MaybeSentError({ id, cause: error });
    if (kind === 'call' && !declineInLedger(id)) throw new MaybeSentError({ id, cause: error });
    throw error;
  }
}
