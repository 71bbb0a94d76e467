export type Funds = {
  /** Of the token, and of the chain's own coin, in base units; undefined while unknown. */
  balance: bigint | undefined;
  coinBalance: bigint | undefined;
  /** The most that the network takes, in wei; undefined while unknown. */
  fee: bigint | undefined;
  isNative: boolean;
};

type FundsProblem = 'unread' | 'tooMuch' | 'tooMuchWithFee' | 'feeUncovered';

/** What is wrong with paying an amount (base units) out of what there is, the network's fee counted; null for nothing. */
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

/** What of a balance can be paid when all of it is wanted: the fee stays behind of the chain's own coin. */
export function mostPayable({ balance, fee, isNative }: Funds): bigint | undefined {
  if (balance === undefined || !isNative) return balance;
  if (fee === undefined) return undefined;
  return balance > fee ? balance - fee : 0n;
}
