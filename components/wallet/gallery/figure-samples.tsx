import { useLocale, useTranslations } from 'next-intl';
import { GalleryRow } from '@/components/ui/gallery-row';
import { AmountText, FiatValueText } from '@/components/wallet/display/amount-text';
import { AmountToggle } from '@/components/wallet/display/amount-toggle';
import { FigureLine, FigureRow } from '@/components/wallet/display/figure-line';
import { QrCode } from '@/components/wallet/display/qr-code';
import { CopyButton } from '@/components/wallet/display/text-button';
import { percentText } from '@/lib/format/percent';

const AMOUNT = 1_234_567_890_123_456_789n;
const ADDRESS = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB';

/** Amounts, labeled figures, and QR codes. */
export function FigureSamples() {
  const t = useTranslations('wallet');
  const locale = useLocale();
  const amount = <AmountText value={AMOUNT} decimals={18} />;
  return (
    <>
      <GalleryRow name="AmountText short, 18 decimals, steady, whole, unknown">
        <ul className="grid gap-1 text-xl">
          <li>{amount}</li>
          <li>
            <AmountText value={AMOUNT} decimals={18} maxDecimals={18} />
          </li>
          <li>
            <AmountText value={AMOUNT / 10n ** 16n} decimals={2} maxDecimals={6} isSteady />
          </li>
          <li>
            <AmountText value={1_250_000_000n} decimals={6} />
          </li>
          <li>
            <AmountText value={undefined} decimals={6} />
          </li>
        </ul>
      </GalleryRow>
      <GalleryRow name="FiatValueText, percentText">
        <p className="flex flex-wrap gap-6 text-xl">
          <FiatValueText
            value={12_480_500_000_000_000_000_000n}
            money={{ currency: 'USD', locale, decimals: 2 }}
          />
          <FiatValueText
            value={1_938_000_000_000_000_000_000n}
            money={{ currency: 'JPY', locale, decimals: 0 }}
          />
          <span className="figures">{percentText(30, locale)}</span>
        </p>
      </GalleryRow>
      <GalleryRow name="FigureLine">
        <dl>
          <FigureLine label={t('withdraw.fee')}>0.25 USDT</FigureLine>
          <FigureLine label={t('withdraw.arrives')} note={t('withdraw.final')}>
            {amount} ETH
          </FigureLine>
        </dl>
      </GalleryRow>
      <GalleryRow name="FigureRow, AmountToggle">
        <dl>
          <FigureRow label={t('recipient.address')}>
            <span className="font-mono text-sm">{ADDRESS}</span>
          </FigureRow>
          <FigureRow label={t('withdraw.fee')}>
            <AmountToggle value={AMOUNT} decimals={18} /> ETH
          </FigureRow>
        </dl>
      </GalleryRow>
      <GalleryRow name="QrCode">
        <div className="max-w-48">
          <QrCode value={`ethereum:${ADDRESS}@1`} label={ADDRESS} />
        </div>
      </GalleryRow>
      <GalleryRow name="CopyButton">
        <div>
          <CopyButton text={ADDRESS} label={t('recipient.address')} />
        </div>
      </GalleryRow>
    </>
  );
}
