import { type Abi, type Address, erc20Abi, getAddress, parseAbi } from 'viem';
import type { Contract } from '@/lib/api/types';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import type { TransferOrder } from '@/lib/wallet/free-transfers/signed-transfer';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';
import type { AnyCall, TransactionPlan } from '@/lib/wallet/transactions/transaction-plan';

/** ERC-20, with the errors of ERC-6093 and of OpenZeppelin's pausable tokens, so that a refusal can be explained. */
const tokenAbi: Abi = [
  ...erc20Abi,
  ...parseAbi([
    'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
    'error ERC20InvalidReceiver(address receiver)',
    'error EnforcedPause()',
  ]),
];

export type PaymentOrder = {
  chainId: number;
  token: ListedToken;
  recipient: Address;
  /** In base units. */
  amount: bigint;
};

/** Returns the plan for a payment from the wallet, as a transfer of native currency or an ERC-20 `transfer`. */
export function paymentPlan({ chainId, token, recipient, amount }: PaymentOrder): TransactionPlan<AnyCall> {
  const { address, coinId, decimals, symbol } = token;
  return {
    chainId,
    intent: {
      kind: 'send',
      coinId,
      amountRaw: amount.toString(),
      decimals,
      symbol,
      recipient,
      token: address,
    },
    call:
      address === NATIVE_TOKEN
        ? { address: recipient, value: amount }
        : {
            address,
            abi: tokenAbi,
            functionName: 'transfer',
            args: [recipient, amount],
            mayReturnNothing: true,
          },
  };
}

/** Returns a chain's vault, or undefined if none is listed. */
export function vaultOf(contracts: readonly Contract[], chainId: number): Address | undefined {
  const listed = contracts.find((one) => one.chainId === chainId && one.name === 'vault_contract');
  return listed && getAddress(listed.address);
}

/** Returns the order of a payment without a fee. */
export const transferOrder = (
  account: Address,
  { chainId, token: { coinId, symbol, decimals, address: token }, recipient, amount }: PaymentOrder,
  { route, contract }: Pick<TransferOrder, 'route' | 'contract'>,
): TransferOrder => ({
  ...{ account, chainId, route, contract, token, recipient, coinId, symbol, decimals },
  amountRaw: amount.toString(),
});

export type Funds = {
  /** Balances of the token and of the native currency in base units, or undefined while unknown. */
  balance: bigint | undefined;
  coinBalance: bigint | undefined;
  /** Maximum network fee in wei, or undefined while unknown. */
  fee: bigint | undefined;
  isNative: boolean;
};

type FundsProblem = 'unread' | 'tooMuch' | 'tooMuchWithFee' | 'feeUncovered';

/** Returns why the balance does not cover an amount (in base units) and the network fee, or null if it does. */
export function fundsProblem(
  amount: bigint,
  { balance, coinBalance, fee, isNative }: Funds,
): FundsProblem | null {
  if (balance === undefined) return 'unread';
  if (amount > balance) return 'tooMuch';
  if (fee === undefined) return null;
  if (isNative) return amount + fee > balance ? 'tooMuchWithFee' : null;
  return coinBalance !== undefined && coinBalance < fee ? 'feeUncovered' : null;
}

/** Returns the maximum payable amount. For the native currency, it leaves enough for the network fee. */
export function maxPayable({ balance, fee, isNative }: Funds): bigint | undefined {
  if (balance === undefined || !isNative) return balance;
  if (fee === undefined) return undefined;
  return balance > fee ? balance - fee : 0n;
}
