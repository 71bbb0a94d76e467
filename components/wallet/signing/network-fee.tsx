import { useLocale, useTranslations } from 'next-intl';
import { useDisplayPrices } from '@/components/wallet/coins/use-display-prices';
import { AmountText, FiatValueText } from '@/components/wallet/display/amount-text';
import { FigureRow } from '@/components/wallet/display/figure-line';
import { useChainMapping, useCoins } from '@/lib/api/hooks';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { chainErrorCode } from '@/lib/evm/errors';
import { fiatValue } from '@/lib/wallet/balances/fiat-value';
import type { SignatureRequest } from '@/lib/wallet/signing/request';
import { listedToken } from '@/lib/wallet/tokens/listed-token';
import { useNetworkFee } from '@/lib/wallet/transactions/use-network-fee';

const DECIMALS = 18;
/** Number of decimals to show. With six decimals, most fees would be shown as zero. */
const SHOWN_DECIMALS = 9;

/** Row with the estimated maximum network fee for a transaction and its fiat value. */
export function NetworkFee({
  request: { account, chainId, transaction },
  simulated,
}: {
  request: Extract<SignatureRequest, { kind: 'transaction' }>;
  /** Gas units that a simulation used, for a request that can't be estimated before its approval. Null if unknown. */
  simulated?: { gas: bigint | null; isRunning: boolean } | undefined;
}) {
  const t = useTranslations('wallet.signing.fee');
  const locale = useLocale();
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
  const isUnreachable = error !== null && chainErrorCode(error) === 'nodeUnreachable';
  return (
    <FigureRow label={t('label')}>
      {fee === undefined ? (
        <span role="status">
          {simulated && !simulated.isRunning && simulated.gas === null
            ? t('inWallet')
            : error === null
              ? t('estimating')
              : t(isUnreachable ? 'unreachable' : 'failed')}
        </span>
      ) : (
        <>
          <AmountText value={fee} decimals={DECIMALS} locale={locale} maxDecimals={SHOWN_DECIMALS} /> {symbol}
          {price ? (
            <span className="block text-xs text-muted">
              <FiatValueText value={fiatValue(fee, DECIMALS, price.price)} money={money} />
            </span>
          ) : null}
        </>
      )}
    </FigureRow>
  );
}
