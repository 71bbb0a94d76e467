import { useLocale, useTranslations } from 'next-intl';
import { actionIcons } from '@/components/ui/action-icons';
import { buttonClass } from '@/components/ui/button';
import { ChangeArrow, FiatText, PriceChange } from '@/components/ui/fiat-text';
import { Icon } from '@/components/ui/icon';
import { SparkLine } from '@/components/ui/spark-line';
import { TokenIcon } from '@/components/wallet/display/token-icon';
import { fiatParts } from '@/lib/format/fiat';
import { sampleTokens, sampleTotal } from './sample-wallet';

const actions = ['deposit', 'send', 'receive', 'swap'] as const;

/** The total with its change over 24 hours, and the amounts in the wallet and the vault. */
function Total({ currency, locale }: { currency: string; locale: string }) {
  const t = useTranslations('wallet.total');
  const overview = useTranslations('wallet.overview');
  const sample = useTranslations('wallet.preview');
  const money = { currency, locale, decimals: undefined };
  const { value, gain, percent, spark, inWallet, inVault } = sampleTotal;
  const gainText = fiatParts(gain, currency, locale).map((part) => part.value);
  return (
    <div className="grid gap-2">
      <p className="flex items-center justify-between text-sm text-muted">
        {t('title', { currency })}
        <span className="planned-tag">{sample('tag')}</span>
      </p>
      <FiatText value={value} {...money} className="font-display text-[2.125rem] leading-tight" />
      <div className="grid grid-cols-[minmax(0,1fr)_30%] items-center gap-x-4">
        <p className="text-sm">
          <span className="figures whitespace-nowrap text-gain">
            <ChangeArrow isGain />+{gainText} (+{percent}%)
          </span>
          <span className="block text-xs text-muted">{t('day')}</span>
        </p>
        <SparkLine points={spark} className="h-12 w-full text-tide" />
      </div>
      <p className="flex flex-wrap gap-x-5 text-sm text-muted">
        <span>
          {overview('view.wallet')} <FiatText value={inWallet} {...money} className="text-ink" />
        </span>
        <span>
          {overview('view.vault')} <FiatText value={inVault} {...money} className="text-ink" />
        </span>
      </p>
    </div>
  );
}

/** A non-interactive picture of the wallet's Home screen, with sample data in US dollars. */
export function WalletMock({ className = '' }: { className?: string }) {
  const t = useTranslations('home.mock');
  const overview = useTranslations('wallet.overview');
  const locale = useLocale();
  const money = { currency: 'USD', locale, decimals: undefined };
  return (
    <div
      role="img"
      aria-label={t('walletLabel')}
      className={`grid gap-5 rounded-soft border border-line bg-raised px-4 pt-4 pb-1 sm:px-5 ${className}`}
    >
      <Total currency={money.currency} locale={locale} />
      <div className="flex gap-2">
        {actions.map((name) => (
          <span
            key={name}
            className={buttonClass({
              size: 'small',
              className: 'min-h-18! flex-1 flex-col gap-1.5! px-1! text-xs!',
            })}
          >
            <Icon path={actionIcons[name]} />
            {overview(name)}
          </span>
        ))}
      </div>
      <div className="border-t border-line">
        {sampleTokens.map(({ symbol, icon, network, amount, value, change }) => (
          <p
            key={`${symbol} ${network}`}
            className="grid min-h-16 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 border-line py-2 leading-snug not-last:border-b"
          >
            <TokenIcon icon={`/coins/${icon}.svg`} symbol={symbol} network={network} />
            <span>
              {symbol}
              <span className="figures block text-sm text-muted">
                {amount} {symbol}
              </span>
            </span>
            <span className="text-end">
              <FiatText value={value} {...money} />
              <PriceChange change={change} locale={locale} day="" />
            </span>
          </p>
        ))}
      </div>
    </div>
  );
}
