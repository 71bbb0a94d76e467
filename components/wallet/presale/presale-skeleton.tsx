import { useTranslations } from 'next-intl';
import { ChainCardsSkeleton } from '@/components/wallet/display/chain-cards-skeleton';
import {
  AmountFormSkeleton,
  PanelSkeleton,
  SummarySkeleton,
} from '@/components/wallet/display/form-skeleton';
import {
  Bar,
  FigureSkeletons,
  LineSkeletons,
  NoteGhost,
  TextBar,
} from '@/components/wallet/display/skeleton';

/** Class that sets the minimum height of a presale's card. */
export const presaleHeight = (isSignedIn: boolean) =>
  isSignedIn ? 'min-h-[50rem] lg:min-h-[43rem]' : 'min-h-[39rem] xl:min-h-[36rem]';

/** Placeholder for a presale's card: the amount raised, the time left, the account's position, and the terms. */
export function PresaleCardSkeleton({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <div className="grid gap-6">
      <div className="grid gap-3">
        <div>
          <TextBar size="font-display text-2xl" className="w-40" />
          <TextBar size="text-sm" className="w-48" />
        </div>
        <Bar className="h-7 w-full" />
        <TextBar size="text-sm" className="w-64" />
      </div>
      <TextBar className="w-56" />
      {isSignedIn ? (
        <div className="border-t border-line pt-5">
          <FigureSkeletons count={2} />
        </div>
      ) : null}
      <LineSkeletons count={5} />
    </div>
  );
}

/** About as long as a presale's soft cap, which isn't known yet. It isn't visible. */
const LIKELY_SOFT_CAP = { amount: '10,000', symbol: 'USDT' };

/** Placeholder for the form of a contribution. */
export function ContributeSkeleton() {
  const t = useTranslations('wallet.presale');
  return (
    <AmountFormSkeleton>
      <SummarySkeleton hasNotes={[false, false, false, false]}>
        <NoteGhost>{t('condition', LIKELY_SOFT_CAP)}</NoteGhost>
      </SummarySkeleton>
    </AmountFormSkeleton>
  );
}

/** Placeholder for the presale page. */
export function PresaleSkeleton({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <ChainCardsSkeleton
      height={presaleHeight(isSignedIn)}
      panel={
        isSignedIn ? (
          <PanelSkeleton>
            <ContributeSkeleton />
          </PanelSkeleton>
        ) : null
      }
    >
      <PresaleCardSkeleton isSignedIn={isSignedIn} />
    </ChainCardsSkeleton>
  );
}
