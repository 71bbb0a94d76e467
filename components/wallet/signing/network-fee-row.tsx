import { useTranslations } from 'next-intl';
import { AmountText } from '@/components/wallet/display/amount-text';
import { FigureRow } from '@/components/wallet/display/figure-line';
import { useChainMapping, useCoins } from '@/lib/api/hooks';
import { NATIVE_DECIMALS, NATIVE_TOKEN } from '@/lib/evm/address';
import { listedToken } from '@/lib/wallet/tokens/listed-token';
import { AmountFiat } from './intent-headline';

/** Number of decimals to show: up to one gwei. With six decimals, most fees would be shown as zero. */
export const SHOWN_FEE_DECIMALS = 9;

/** The estimated network fee, in wei, as a row of a form's terms. It has the same height while the fee is unknown. */
export function NetworkFeeRow({ chainId, fee }: { chainId: number; fee: bigint | undefined }) {
  const t = useTranslations('wallet.signing.fee');
  const { data: chains = [] } = useChainMapping();
  const { data: coins = [] } = useCoins();
  const coinId = listedToken(coins, chainId, NATIVE_TOKEN)?.coinId ?? null;
  return (
    <FigureRow label={t('label')}>
      <span className="block min-h-11">
        {fee === undefined ? (
          '–'
        ) : (
          <>
            <AmountText value={fee} decimals={NATIVE_DECIMALS} maxDecimals={SHOWN_FEE_DECIMALS} />{' '}
            {chains.find(({ id }) => id === chainId)?.nativeSymbol}
            <AmountFiat raw={fee} token={{ decimals: NATIVE_DECIMALS, coinId }} />
          </>
        )}
      </span>
    </FigureRow>
  );
}
