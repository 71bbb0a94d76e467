import { type Hash, isAddressEqual } from 'viem';
import { signTypedData } from 'viem/actions';
import type { Config } from 'wagmi';
import { getBlock, getConnection } from 'wagmi/actions';
import { type ChainErrorCode, chainErrorCode, MaybeSentError } from '@/lib/evm/errors';
import { isUnreachable } from '@/lib/evm/node-transport';
import { readTokenDomain } from '@/lib/evm/token-domain';
import { cannotSignTypedData, isRefusal } from '@/lib/evm/wallet-errors';
import { switchWalletChain } from '@/lib/wallet/networks/switch-chain';
import { prepareWallet } from '@/lib/wallet/transactions/ask-wallet';
import { checkNamed, checkSentBefore, SentBeforeError } from '@/lib/wallet/transactions/earlier-entries';
import type { TransactionIntent } from '@/lib/wallet/transactions/ledger-entry';
import { untilAnswered } from '@/lib/wallet/transactions/wallet-prompts';
import { isSignature, type TransferOrder, typedDataOf } from './signed-transfer';
import { beginTransfer, declineInList, signInList } from './transfer-ledger';

/** How long a signature can be used, in seconds. */
const VALID_S = 20 * 60;

/**
 * Why a wallet wasn't asked, or didn't sign. `cannotSign` if it can't sign typed data (EIP-712), and `unsupported` if the
 * token's contract doesn't show which data it accepts.
 */
export type SignProblem = ChainErrorCode | 'cannotSign' | 'sentBefore' | 'unsupported';

/** The ID of the transfer that was signed, or may have been; why it wasn't; or null if the order ended before. */
export type SignResult = { id: Hash } | { problem: SignProblem } | null;

type SignRun = {
  /** Ends the order. Nothing is asked from then on. */
  signal: AbortSignal;
  /** IDs of the earlier payments that the user was told of: ledger entries and signed transfers. */
  named: readonly Hash[];
  onStep: (step: 'checking' | 'signing') => void;
  /** Called before the wallet is asked. */
  onRecorded: (id: Hash) => void;
};

/** Returns the name and version of a token's EIP-712 domain, null if the chain doesn't show them, or undefined for a vault. */
async function readDomain(config: Config, { route, chainId, token }: TransferOrder) {
  if (route === 'vault') return undefined;
  const domain = await readTokenDomain(config.getClient({ chainId }), chainId, token);
  return domain && { name: domain.name, version: domain.version };
}

async function ask(
  config: Config,
  order: TransferOrder,
  payment: TransactionIntent,
  { signal, named, onStep, onRecorded }: SignRun,
): Promise<SignResult> {
  const { chainId, account } = order;
  await switchWalletChain(config, chainId, signal);
  const paid = { ...payment, chainId, account };
  await checkSentBefore(config, paid, named);
  const head = await getBlock(config, { chainId });
  const domain = await readDomain(config, order);
  if (domain === null) return { problem: 'unsupported' };
  const wallet = await prepareWallet(config, { chainId, account }, signal);
  // Another tab may have sent or signed it since the check above.
  checkNamed(paid, named);
  const now = Math.max(Math.floor(Date.now() / 1_000), Number(head.timestamp));
  const transfer = beginTransfer(order, {
    ...{ deadline: now + VALID_S, fromBlock: `${head.number}` },
    ...(domain && { domain }),
  });
  const { id } = transfer;
  onRecorded(id);
  onStep('signing');
  try {
    const answer: unknown = await untilAnswered(id, signTypedData(wallet, typedDataOf(transfer)));
    // Anything else leaves the transfer as one that may have been signed.
    if (isSignature(answer)) signInList(id, answer);
    return { id };
  } catch (error) {
    if (!isRefusal(error)) return { id };
    declineInList(id);
    return { problem: cannotSignTypedData(error) ? 'cannotSign' : chainErrorCode(error) };
  }
}

/**
 * Asks the connected wallet for the one signature of a transfer without a fee, after recording the transfer. `payment` is
 * the same payment as a transaction from the wallet, which may have been sent before. Never throws.
 */
export async function signTransfer(
  config: Config,
  order: TransferOrder,
  payment: TransactionIntent,
  run: SignRun,
): Promise<SignResult> {
  const connection = getConnection(config);
  if (connection.status !== 'connected') return { problem: 'walletUnresponsive' };
  if (!isAddressEqual(connection.address, order.account)) return { problem: 'accountChanged' };
  if (isUnreachable(order.chainId)) return { problem: 'nodeUnreachable' };
  run.onStep('checking');
  try {
    return await ask(config, order, payment, run);
  } catch (error) {
    if (run.signal.aborted) return null;
    if (error instanceof SentBeforeError || error instanceof MaybeSentError) return { problem: 'sentBefore' };
    return { problem: chainErrorCode(error) };
  }
}
