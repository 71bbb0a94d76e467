import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef } from 'react';
import { TextButton } from '@/components/wallet/display/text-button';
import { CardLimitsView } from './create/card-limits';
import { CreateCard } from './create/create-card';
import { ReplaceCard } from './create/replace-card';
import { CardNumberView } from './frame/card-number';
import { CardPinView } from './frame/card-pin';
import { CloseCard } from './manage/close-card';
import { StatementView } from './money/statement-view';
import { TopUp } from './money/top-up';
import { WithdrawCard } from './money/withdraw-card';
import type { CardData, CardView } from './parts/card-params';
import { leaveCardView } from './parts/card-params';
import { PurchaseView } from './purchases/purchase-view';

const views: Record<CardView, (props: { data: CardData }) => ReactNode> = {
  topUp: TopUp,
  withdraw: WithdrawCard,
  create: CreateCard,
  number: CardNumberView,
  pin: CardPinView,
  limits: CardLimitsView,
  replace: ReplaceCard,
  close: CloseCard,
  purchase: PurchaseView,
  statement: StatementView,
};

/** An action of the page with its heading, which gets the focus, and a way back. */
export function CardSubpage({ view, data }: { view: CardView; data: CardData }) {
  const t = useTranslations('wallet.card');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const View = views[view];
  return (
    <section aria-labelledby="card-view" className="grid content-start gap-6">
      <div>
        <div className="print:hidden">
          <TextButton onClick={leaveCardView}>{t('back')}</TextButton>
        </div>
        <h2 ref={heading} id="card-view" tabIndex={-1} className="font-display text-xl outline-none">
          {t(`view.${view}`)}
        </h2>
      </div>
      <View data={data} />
    </section>
  );
}
