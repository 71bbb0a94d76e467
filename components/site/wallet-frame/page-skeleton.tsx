import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { ActivitySkeleton } from '@/components/wallet/activity/activity-skeleton';
import { ApprovalsSkeleton } from '@/components/wallet/approvals/approvals-skeleton';
import { CardSkeleton } from '@/components/wallet/card/card-skeleton';
import { CoinsSkeleton } from '@/components/wallet/coins/coins-skeleton';
import { DappsSkeleton } from '@/components/wallet/dapps/dapps-skeleton';
import { ButtonSkeleton } from '@/components/wallet/display/form-skeleton';
import { Placeholder, RowSkeletons, TextBar, TextGhost } from '@/components/wallet/display/skeleton';
import { EarnSkeleton } from '@/components/wallet/earn/earn-skeleton';
import { FeesSkeleton } from '@/components/wallet/fees/fees-skeleton';
import { MessagesSkeleton } from '@/components/wallet/messages/messages-skeleton';
import { NftsSkeleton } from '@/components/wallet/nfts/nfts-skeleton';
import { HomeSkeleton } from '@/components/wallet/overview/home-skeleton';
import { PaySkeleton } from '@/components/wallet/pay/pay-skeleton';
import { PledgeSkeleton } from '@/components/wallet/pledge/pledge-skeleton';
import { PortfolioSkeleton } from '@/components/wallet/portfolio/portfolio-skeleton';
import { PresaleSkeleton } from '@/components/wallet/presale/presale-skeleton';
import { RecoverySkeleton } from '@/components/wallet/recovery/recovery-skeleton';
import { SettingsSkeleton } from '@/components/wallet/settings/settings-skeleton';
import { StakeSkeleton } from '@/components/wallet/stake/stake-skeleton';
import { SwapSkeleton } from '@/components/wallet/swap/swap-skeleton';
import { UnlocksSkeleton } from '@/components/wallet/unlocks/unlocks-skeleton';
import type { WalletPage } from '@/lib/routes';

/** Placeholder for a sample of a page, in its frame. */
function SampleSkeleton() {
  return (
    <div className="min-w-0 rounded-soft border border-line bg-raised p-4 pt-7 md:p-6 md:pt-8">
      <RowSkeletons count={6} />
    </div>
  );
}

type Texts = { lead: string; conditions?: string };

/** Placeholder for a page's introduction. Has the same lines as PageLead. */
function LeadSkeleton({ lead, conditions }: Texts) {
  return (
    <div className="grid gap-3">
      <TextGhost className="text-lg text-balance">{lead}</TextGhost>
      {conditions ? <TextGhost className="text-sm text-balance">{conditions}</TextGhost> : null}
    </div>
  );
}

/** The folded introduction of signed-in users. */
function FoldedSkeleton() {
  return (
    <div className="-my-3">
      <div className="flex min-h-11 items-center text-sm">
        <TextBar className="w-32" />
      </div>
    </div>
  );
}

/** Placeholder for a page's introduction for visitors. Has the same lines as StartLead. */
function StartSkeleton({ lead, conditions }: Texts) {
  return (
    <div className="grid content-start gap-6">
      <TextGhost className="text-xl text-balance">{lead}</TextGhost>
      <ButtonSkeleton className="w-44 max-sm:w-full" />
      {conditions ? <TextGhost className="text-sm text-pretty">{conditions}</TextGhost> : null}
    </div>
  );
}

const above = (intro: ReactNode, content: ReactNode) => (
  <div className="grid gap-10">
    {intro}
    {content}
  </div>
);

/** A page's placeholders: one for signed-in users, and one for visitors. */
type Look = { user: ReactNode; visitor: ReactNode };

/** A page that looks the same to everyone. */
const same = (content: ReactNode): Look => ({ user: content, visitor: content });

/** A page with an introduction for visitors, beside `shown`. `isLeadKept`: whether signed-in users see it too. */
const introduced = (texts: Texts, content: ReactNode, shown: ReactNode, isLeadKept: boolean): Look => ({
  user: isLeadKept ? above(<FoldedSkeleton />, content) : content,
  visitor: (
    <div className="grid gap-10 xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] xl:gap-x-14">
      <StartSkeleton {...texts} />
      {shown}
    </div>
  ),
});

const sampled = (texts: Texts, content: ReactNode, isLeadKept = true): Look =>
  introduced(texts, content, <SampleSkeleton />, isLeadKept);

const contract = (texts: Texts, render: (isSignedIn: boolean) => ReactNode): Look =>
  introduced(texts, render(true), render(false), true);

type Translate = ReturnType<typeof useTranslations<'wallet'>>;

const looks: Record<WalletPage, (t: Translate) => Look> = {
  overview: (t) => sampled({ lead: t('overview.offer') }, <HomeSkeleton />, false),
  portfolio: (t) => sampled({ lead: t('portfolio.lead') }, <PortfolioSkeleton />, false),
  nfts: (t) => sampled({ lead: t('nfts.lead'), conditions: t('nfts.conditions') }, <NftsSkeleton />),
  activity: (t) => sampled({ lead: t('activity.lead') }, <ActivitySkeleton />),
  approvals: (t) =>
    sampled({ lead: t('approvals.lead'), conditions: t('approvals.conditions') }, <ApprovalsSkeleton />),
  recovery: (t) =>
    sampled({ lead: t('recovery.lead'), conditions: t('recovery.conditions') }, <RecoverySkeleton />),
  swap: (t) => {
    const lead = <LeadSkeleton lead={t('swap.lead')} />;
    return {
      user: above(<FoldedSkeleton />, <SwapSkeleton isSignedIn />),
      visitor: above(lead, <SwapSkeleton isSignedIn={false} />),
    };
  },
  coins: () => same(<CoinsSkeleton />),
  earn: (t) => ({
    user: <EarnSkeleton isSignedIn />,
    visitor: above(
      <StartSkeleton lead={t('earn.lead')} conditions={t('earn.conditions')} />,
      <EarnSkeleton isSignedIn={false} />,
    ),
  }),
  stake: (t) =>
    contract({ lead: t('stake.lead'), conditions: t('stake.terms') }, (isSignedIn) => (
      <StakeSkeleton isSignedIn={isSignedIn} />
    )),
  pledge: (t) =>
    contract({ lead: t('pledge.lead'), conditions: t('pledge.conditions') }, (isSignedIn) => (
      <PledgeSkeleton isSignedIn={isSignedIn} />
    )),
  presale: (t) =>
    contract({ lead: t('presale.lead'), conditions: t('presale.terms') }, (isSignedIn) => (
      <PresaleSkeleton isSignedIn={isSignedIn} />
    )),
  unlocks: (t) =>
    sampled({ lead: t('unlocks.lead'), conditions: t('unlocks.conditions') }, <UnlocksSkeleton />),
  pay: (t) =>
    sampled({ lead: t('pay.lead'), conditions: t('pay.conditions') }, <PaySkeleton tab="receive" />, false),
  messages: (t) =>
    sampled({ lead: t('messages.lead'), conditions: t('messages.conditions') }, <MessagesSkeleton />, false),
  card: (t) => sampled({ lead: t('card.lead'), conditions: t('card.conditions') }, <CardSkeleton />, false),
  settings: () => same(<SettingsSkeleton />),
  transaction: () => same(<RowSkeletons count={5} />),
  dapps: (t) => ({
    user: above(<FoldedSkeleton />, <DappsSkeleton />),
    visitor: above(
      <LeadSkeleton lead={t('dapps.lead')} conditions={t('dapps.conditions')} />,
      <DappsSkeleton />,
    ),
  }),
  fees: (t) => ({
    user: above(<FoldedSkeleton />, <FeesSkeleton />),
    visitor: above(
      <LeadSkeleton lead={t('fees.lead')} conditions={t('fees.conditions')} />,
      <FeesSkeleton />,
    ),
  }),
};

/**
 * Placeholder for a page whose code is loading. It has the geometry of the page, and the one that the page itself shows
 * next. CSS shows the part for this viewer (lib/session/signed-in-script.ts).
 */
export function PageSkeleton({ page }: { page: WalletPage }) {
  const t = useTranslations('wallet');
  const { user, visitor } = looks[page](t);
  if (user === visitor) return <Placeholder>{user}</Placeholder>;
  return (
    <>
      <Placeholder className="skeleton-signed-in">{user}</Placeholder>
      <Placeholder className="skeleton-signed-out">{visitor}</Placeholder>
    </>
  );
}
