import { useTranslations } from 'next-intl';
import { SampleFrame } from '@/components/wallet/frame/start-preview';
import { CardFace } from './manage/card-face';

const samples = [
  { key: 'cafe', amount: '4.20', state: 'pending' },
  { key: 'groceries', amount: '38.65', state: 'captured' },
  { key: 'train', amount: '12.00', state: 'refunded' },
] as const;

/** The card page with made-up data: money, a card, and purchases. */
export function SampleCard() {
  const t = useTranslations('wallet.card');
  const about = useTranslations('wallet.preview.about');
  return (
    <SampleFrame about={about('card')}>
      <div>
        <p className="text-sm text-muted">{t('spendable')}</p>
        <p className="figures text-2xl">
          445.15 <span className="text-sm text-muted">USDC</span>
        </p>
      </div>
      <CardFace lastFour="4242" type="virtual" isActive />
      <ul className="border-t border-line">
        {samples.map(({ key, amount, state }) => (
          <li
            key={key}
            className="grid min-h-16 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b border-line py-2"
          >
            <span className="min-w-0 wrap-anywhere">{t(`sample.${key}`)}</span>
            <span className="text-end">
              <span className="figures block">${amount}</span>
              <span className="block text-xs text-muted">{t(`state.${state}`)}</span>
            </span>
          </li>
        ))}
      </ul>
    </SampleFrame>
  );
}
