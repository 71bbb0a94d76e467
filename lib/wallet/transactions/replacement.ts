import {
  type Address,
  type Client,
  type Hash,
  type Hex,
  isAddressEqual,
  keccak256,
  recoverTransactionAddress,
  serializeTransaction,
  type Transaction,
  TransactionNotFoundError,
  type TransactionSerializable,
} from 'viem';
import { estimateFeesPerGas, estimateGas, getBalance, getTransaction } from 'viem/actions';
import type { Config } from 'wagmi';
import { max } from '@/lib/evm/bigint';
import { MaybeSentError } from '@/lib/evm/errors';
import { maxL1Fee } from '@/lib/evm/l1-fee';
import { switchWalletChain } from '@/lib/wallet/networks/switch-chain';
import { askToSend, prepareWallet, recordAnswer } from './ask-wallet';
import { isCancelling, type LedgerEntry, type ReplacementKind } from './ledger-entry';
import { makesCall } from './read-transactions';
import { doubtInLedger, nonceInLedger, unhideInLedger } from './transaction-ledger';

/** Maximum price per unit of gas in wei: EIP-1559 fees, or a legacy gas price. */
type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint } | { gasPrice: bigint };

const WEI_PER_GWEI = 1_000_000_000n;

/** Raises a fee by an eighth, rounded up, because many nodes reject replacements with a smaller increase. */
const raised = (fee: bigint) => fee + max((fee + 7n) / 8n, 1n);

/** Returns a replacement's fees: 12.5% above the original fees, or the current fees if those are higher. */
export function replacementFees(paid: Fees, current: Fees): Fees {
  if ('gasPrice' in paid) {
    const price = 'gasPrice' in current ? current.gasPrice : current.maxFeePerGas;
    return { gasPrice: max(raised(paid.gasPrice), price) };
  }
  const [price, tip] =
    'gasPrice' in current ? [current.gasPrice, 0n] : [current.maxFeePerGas, current.maxPriorityFeePerGas];
  const maxPriorityFeePerGas = max(raised(paid.maxPriorityFeePerGas), tip);
  const maxFeePerGas = max(max(raised(paid.maxFeePerGas), price), maxPriorityFeePerGas);
  return { maxFeePerGas, maxPriorityFeePerGas };
}

/**
 * Returns the maximum cost in wei of `gas` units and of data on another chain (`l1Fee`), rounded up to a whole gwei, so that
 * the actual cost is never higher.
 */
export function mostCost(gas: bigint, fees: Fees, l1Fee = 0n): bigint {
  const cost = gas * ('gasPrice' in fees ? fees.gasPrice : fees.maxFeePerGas) + l1Fee;
  return ((cost + WEI_PER_GWEI - 1n) / WEI_PER_GWEI) * WEI_PER_GWEI;
}

/** A transaction that reuses a pending one's nonce: the same call at a higher fee, or an empty call to cancel it. */
export type Replacement = {
  kind: ReplacementKind;
  nonce: number;
  to: Address;
  data: Hex;
  /** wei */
  value: bigint;
  gas: bigint;
  fees: Fees;
  /** Maximum network fees of the replacement and of the transaction it replaces, in wei. */
  cost: bigint;
  costBefore: bigint;
  /** Whether the native balance covers the value and the network fee. */
  isAffordable: boolean;
};

function feesOf({ type, gasPrice, maxFeePerGas, maxPriorityFeePerGas }: Transaction): Fees | null {
  if (type === 'eip1559') return { maxFeePerGas, maxPriorityFeePerGas };
  return type === 'legacy' || type === 'eip2930' ? { gasPrice } : null;
}

const currentFees = (client: Client, paid: Fees): Promise<Fees> =>
  'gasPrice' in paid
    ? estimateFeesPerGas(client, { type: 'legacy', chain: client.chain })
    : estimateFeesPerGas(client, { type: 'eip1559', chain: client.chain });

async function readWaiting(client: Client, hash: Hash): Promise<Transaction | null> {
  try {
    const transaction = await getTransaction(client, { hash });
    return transaction.blockNumber === null ? transaction : null;
  } catch (error) {
    if (error instanceof TransactionNotFoundError) return null;
    throw error;
  }
}

/**
 * Returns whether the account signed the transaction that the node returned, and its hash is the recorded one. A node
 * must not choose what the user signs again.
 */
async function isSignedBy(account: Address, hash: Hash, transaction: Transaction): Promise<boolean> {
  const { input: data, r, s, v, yParity, ...fields } = transaction;
  try {
    const signature = { r, s, v, ...(yParity === undefined ? {} : { yParity }) };
    const serializedTransaction = serializeTransaction(
      { ...fields, data } as TransactionSerializable,
      signature,
    ) as `0x02${string}`;
    if (keccak256(serializedTransaction) !== hash) return false;
    return isAddressEqual(await recoverTransactionAddress({ serializedTransaction }), account);
  } catch {
    // The fields or the signature are invalid.
    return false;
  }
}

/**
 * Plans the replacement of a pending transaction at current fees. Returns null if the transaction is no longer pending,
 * if it has a type that only its wallet can resend (EIP-4844, EIP-7702), or if the node returns another transaction.
 * @throws if the RPC request fails.
 */
export async function planReplacement(
  config: Config,
  entry: LedgerEntry,
  kind: ReplacementKind,
): Promise<Replacement | null> {
  const { account, chainId, hash } = entry;
  if (hash === null) return null;
  const client = config.getClient({ chainId });
  const waiting = await readWaiting(client, hash);
  const paid = waiting && feesOf(waiting);
  if (!paid || !waiting.to || !isAddressEqual(waiting.from, account)) return null;
  // The wallet may have named another site's transaction. To cancel that would end nothing.
  if (!isCancelling(entry) && !makesCall(waiting, entry.request)) return null;
  if (!(await isSignedBy(account, hash, waiting))) return null;
  const isCancel = kind === 'cancel';
  const empty = { to: account, data: '0x', value: 0n } as const;
  const call = isCancel ? empty : { to: waiting.to, data: waiting.input, value: waiting.value };
  const [current, gas, balance, l1Fee, l1FeeBefore] = await Promise.all([
    currentFees(client, paid),
    isCancel ? estimateGas(client, { account, ...empty }) : waiting.gas,
    getBalance(client, { address: account }),
    maxL1Fee(client, call),
    maxL1Fee(client, { to: waiting.to, data: waiting.input, value: waiting.value }),
  ]);
  const fees = replacementFees(paid, current);
  const cost = mostCost(gas, fees, l1Fee);
  return {
    // If a cancellation is replaced, the result is still a cancellation.
    kind: isCancelling(entry) ? 'cancel' : kind,
    nonce: waiting.nonce,
    ...call,
    gas,
    fees,
    cost,
    costBefore: mostCost(waiting.gas, paid, l1FeeBefore),
    isAffordable: balance >= cost + call.value,
  };
}

/**
 * Asks the wallet to send a replacement, and records it in the ledger entry. Wallets may ignore the nonce, so the
 * transaction that they send is compared with it.
 * @throws the wallet's error, or MaybeSentError if the transaction may have been sent.
 */
export async function sendReplacement(
  config: Config,
  { id, account, chainId }: LedgerEntry,
  { kind, nonce, to, data, value, gas, fees }: Replacement,
  signal: AbortSignal,
): Promise<Hash> {
  await switchWalletChain(config, chainId, signal);
  const wallet = await prepareWallet(config, { chainId, account }, signal);
  nonceInLedger(id, nonce);
  // A wallet that ignores the nonce can send the call a second time, which has to be looked for, whatever it answers.
  const doubtId = doubtInLedger(id, nonce);
  const asked = recordAnswer(id, kind, askToSend(wallet, { nonce, to, data, value, gas, ...fees }));
  try {
    return await asked;
  } finally {
    const isUnclear = await asked.then(
      () => false,
      (error: unknown) => error instanceof MaybeSentError,
    );
    if (doubtId && !isUnclear) unhideInLedger(doubtId);
  }
}
