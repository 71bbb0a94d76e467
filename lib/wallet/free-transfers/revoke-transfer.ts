import { isAddressEqual, recoverTypedDataAddress } from 'viem';
import { signTypedData } from 'viem/actions';
import type { Config } from 'wagmi';
import { erc20AuthorizationAbi } from '@/lib/evm/abi/erc20-authorization';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { type KeySignature, readSignature } from '@/lib/evm/key-signature';
import { authorizationCancellation } from '@/lib/evm/wallet-transfer';
import { switchWalletChain } from '@/lib/wallet/networks/switch-chain';
import { prepareWallet } from '@/lib/wallet/transactions/ask-wallet';
import type { TransactionPlan } from '@/lib/wallet/transactions/transaction-plan';
import { authorizationOf, domainOf, type SignedTransfer } from './signed-transfer';

function planOf(transfer: SignedTransfer, call: TransactionPlan['call']): TransactionPlan {
  const { chainId, route, contract, token, recipient, coinId, amountRaw, decimals, symbol, nonce } = transfer;
  const amount = { coinId, amountRaw, decimals, symbol, token, recipient };
  const transferNonce = BigInt(nonce).toString();
  const vault = route === 'vault' ? { vault: contract } : {};
  return { chainId, intent: { kind: 'cancelNonce', ...amount, ...vault, transferNonce }, call };
}

/** Returns the plan that makes a signed transfer in a vault impossible. It reverts with `NonceUsed` if it was executed. */
export const cancelNoncePlan = (transfer: SignedTransfer): TransactionPlan =>
  planOf(transfer, {
    address: transfer.contract,
    abi: vaultAbi,
    functionName: 'cancelNonce',
    args: [BigInt(transfer.nonce)],
  });

/** Returns the plan that makes a signed transfer between wallets impossible (ERC-3009). It reverts if it was executed. */
function cancelAuthorizationPlan(transfer: SignedTransfer, { r, s, yParity }: KeySignature): TransactionPlan {
  const { from, nonce } = authorizationOf(transfer);
  return planOf(transfer, {
    address: transfer.contract,
    abi: erc20AuthorizationAbi,
    functionName: 'cancelAuthorization',
    args: [from, nonce, 27 + yParity, r, s],
  });
}

/** Asks the wallet to sign the cancellation of a transfer. @throws the wallet's error, or TypeError if it isn't the account's signature. */
async function signCancellation(
  config: Config,
  transfer: SignedTransfer,
  signal: AbortSignal,
): Promise<KeySignature> {
  const { chainId, account } = transfer;
  await switchWalletChain(config, chainId, signal);
  const wallet = await prepareWallet(config, { chainId, account }, signal);
  const { from, nonce } = authorizationOf(transfer);
  const message = authorizationCancellation(domainOf(transfer), { authorizer: from, nonce });
  const signature = readSignature(await signTypedData(wallet, message));
  if (!isAddressEqual(await recoverTypedDataAddress({ ...message, signature }), account))
    throw new TypeError('signed by another account');
  return signature;
}

/**
 * Returns the plan that makes a signed transfer impossible. Tokens need a signature for it (ERC-3009), vaults don't.
 * @throws the wallet's error, TypeError if its signature isn't the account's, or the signal's reason.
 */
export async function planRevocation(
  config: Config,
  transfer: SignedTransfer,
  signal: AbortSignal,
): Promise<TransactionPlan> {
  if (transfer.route === 'vault') return cancelNoncePlan(transfer);
  const signature = await signCancellation(config, transfer, signal);
  signal.throwIfAborted();
  return cancelAuthorizationPlan(transfer, signature);
}
