/** What a transaction pays for a unit of gas, in wei: EIP-1559, or one price before it. */
export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint } | { gasPrice: bigint };

const WEI_PER_GWEI = 1_000_000_000n;

const max = (one: bigint, other: bigint) => (one > other ? one : other);

/** An eighth more, rounded up and never the same: below that many nodes refuse to let a transaction be replaced. */
const raised = (fee: bigint) => fee + max((fee + 7n) / 8n, 1n);

/** The fees of a replacement: an eighth above what it replaces, and what the network asks for now if that is more. */
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

/** The most that `gas` units can cost, in wei, rounded up to a whole gwei: what is said is never less than what is paid. */
export function mostCost(gas: bigint, fees: Fees): bigint {
  const cost = gas * ('gasPrice' in fees ? fees.gasPrice : fees.maxFeePerGas);
  return ((cost + WEI_PER_GWEI - 1n) / WEI_PER_GWEI) * WEI_PER_GWEI;
}
