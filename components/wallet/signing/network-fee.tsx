import { useTranslations } from 'next-intl';
import { AmountText, FiatValueText } from '@/components/wallet/display/amount-text';
import { useChainMapping, useCoins } from '@/lib/api/hooks';
import { NATIVE_DECIMALS, NATIVE_TOKEN } from '@/lib/evm/address';
import { chainErrorCode } from '@/lib/evm/errors';
import { useDisplayPrices } from '@/lib/prices/use-display-prices';
import { fiatValue } from '@/lib/wallet/balances/fiat-value';
import type { SignatureRequest } from '@/lib/wallet/signing/signature-request';
import { listedToken } from '@/lib/wallet/tokens/listed-token';
import { useNetworkFee } from '@/lib/wallet/transactions/use-network-fee';
import { SHOWN_FEE_DECIMALS } from './network-fee-row';

/**
 * The estimated maximum network fee of a transaction and its fiat value, for the sticky bar of a review's buttons. It has
 * two lines in every state, so that the buttons don't move when the estimate arrives or fails.
 */
export function NetworkFee({
  request: { account, chainId, transaction },
  simulated,
  prompts,
}: {
  request: Extract<SignatureRequest, { kind: 'transaction' }>;
  /** Gas units that a simulation used, for a request that can't be estimated before its approval. Null if unknown. */
  simulated?: { gas: bigint | null; isRunning: boolean } | undefined;
  /** How often the wallet will ask. Undefined while unknown, and in the wallet itself. */
  prompts?: number | undefined;
}) {
  const t = useTranslations('wallet.signing.fee');
  const { to, value, data, gas, fees } = transaction;
  const perGas = 'gasPrice' in fees ? fees.gasPrice : fees.maxFeePerGas;
  const known = simulated ? (simulated.gas ?? undefined) : gas;
  const { fee, error } = useNetworkFee(chainId, account, { to, value, data }, { gas: known, perGas });
  const { data: chains = [] } = useChainMapping();
  const { data: coins = [] } = useCoins();
  const { priceOf, money } = useDisplayPrices();

  const native = listedToken(coins, chainId, NATIVE_TOKEN);
  const price = native && priceOf(native.coinId);
  const symbol = chains.find(({ id }) => id === chainId)?.nativeSymbol ?? '';
  const isInWallet = simulated !== undefined && !simulated.isRunning && simulated.gas === null;
  const isFailed = fee === undefined && !isInWallet && error !== null;
  const problem = isFailed
    ? t(chainErrorCode(error) === 'nodeUnreachable' ? 'unreachable' : 'failed')
    : undefined;
  return (
    <dl className="col-span-full grid auto-rows-[minmax(1lh,auto)] grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-2 text-sm">
      <dt className="text-xs text-muted">{t('label')}</dt>
      <dd className="figures text-end">
        {fee === undefined ? (
          t(isInWallet ? 'inWallet' : isFailed ? 'unknown' : 'estimating')
        ) : (
          <>
            <AmountText value={fee} decimals={NATIVE_DECIMALS} maxDecimals={SHOWN_FEE_DECIMALS} /> {symbol}
          </>
        )}
      </dd>
      <dd className={`text-xs ${problem ? 'col-span-2 text-error' : 'text-muted'}`}>
        <span role="status">{problem}</span>
        {problem || prompts === undefined ? null : t('prompts', { count: prompts })}
      </dd>
      {fee !== undefined && price ? (
        <dd className="figures text-end text-xs text-muted">
          <FiatValueText value={fiatValue(fee, NATIVE_DECIMALS, price.price)} money={money} isRounded />
        </dd>
      ) : null}
    </dl>
  );
}
