import { useTranslations } from 'next-intl';
import { TextButton } from '@/components/wallet/display/text-button';
import { TokenIcon } from '@/components/wallet/display/token-icon';
import { useChainTime } from '@/components/wallet/display/use-chain-time';
import { useCoins } from '@/lib/api/hooks';
import { type PriceAlert, removePriceAlert } from '@/lib/prices/price-alerts';
import { useDisplayPrices } from '@/lib/prices/use-display-prices';
import { useAlertText } from './use-alert-text';

/** List of price alerts, newest first, each with its state. */
export function AlertList({
  label,
  alerts,
  onRemoved,
}: {
  label: string;
  alerts: readonly PriceAlert[];
  /** Called after an alert is removed. Must move focus, because the focused button was removed too. */
  onRemoved: () => void;
}) {
  const t = useTranslations('wallet.coins.alerts');
  const date = useChainTime();
  const text = useAlertText();
  const { data: coins } = useCoins();
  const { priceOf, isStale, isWaiting } = useDisplayPrices();
  const stateOf = ({ coinId, toldAt }: PriceAlert) => {
    if (toldAt !== null) return t('told', { date: date(BigInt(Math.floor(toldAt / 1_000))) });
    const price = priceOf(coinId);
    return isWaiting || (price && !isStale(price)) ? t('waiting') : t('unsure');
  };
  return (
    <ul aria-label={label} className="grid border-t border-line">
      {alerts.toReversed().map((alert) => {
        const wish = t(`wish.${alert.side}`, { symbol: alert.symbol, price: text(alert.price, alert) });
        return (
          <li
            key={alert.id}
            className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 border-b border-line py-2"
          >
            <TokenIcon icon={coins?.find(({ id }) => id === alert.coinId)?.icon} symbol={alert.symbol} />
            <span className="min-w-0">
              <span className={`figures block ${alert.toldAt === null ? '' : 'text-muted'}`}>{wish}</span>
              <span className="figures block text-xs text-muted">{stateOf(alert)}</span>
            </span>
            <TextButton
              label={t('removeLabel', { wish })}
              onClick={() => {
                removePriceAlert(alert.id);
                onRemoved();
              }}
            >
              {t('remove')}
            </TextButton>
          </li>
        );
      })}
    </ul>
  );
}
