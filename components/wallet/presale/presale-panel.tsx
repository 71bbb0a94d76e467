import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Address } from 'viem';
import { Placeholder } from '@/components/wallet/display/skeleton';
import { EarnPanel, type EntryOf } from '@/components/wallet/earn-page/earn-panel';
import { NodeNote } from '@/components/wallet/frame/node-banner';
import { openReview } from '@/components/wallet/transaction-sheet/sheet';
import type { ChainMapping } from '@/lib/api/types';
import type { LivePresale } from '@/lib/wallet/presale/presale-arithmetic';
import type { Presale } from '@/lib/wallet/presale/use-presales';
import type { PresaleKind } from '@/lib/wallet/transactions/transaction-kinds';
import { type ActionOrder, PresaleAction } from './presale-action';
import { presalePlan } from './presale-plan';
import { ContributeSkeleton } from './presale-skeleton';

/** Panel for presale actions: network, the action at the current stage, and recent transactions. */
export function PresalePanel({
  account,
  presales,
  live,
  chains,
  entries,
}: {
  account: Address;
  presales: readonly Presale[];
  live: ReadonlyMap<number, LivePresale>;
  chains: readonly ChainMapping[];
  /** The account's transactions on all networks. */
  entries: readonly EntryOf<PresaleKind>[];
}) {
  const t = useTranslations('wallet.presale');
  const node = useTranslations('wallet.node');
  const [sent, setSent] = useState(0);
  const statusText = ({ kind, status }: EntryOf<PresaleKind>) => {
    if (status === 'pending') return t('status.pending');
    if (status === 'verified') return t('status.verified');
    // A contribution is complete once the server has recorded it.
    return t(`status.${kind === 'contribute' ? 'recording' : 'confirmed'}`);
  };
  return (
    <EarnPanel
      title={t('panel')}
      contracts={presales}
      chains={chains}
      entries={entries}
      entryText={(kind, values) => t(`entry.${kind}`, values)}
      statusText={statusText}
    >
      {(presale, chain, own) => {
        const current = live.get(chain.id);
        const { terms, sale, payment } = presale.data ?? {};
        const figures = current && terms && sale && payment ? { live: current, terms, sale, payment } : null;
        const isUnlisted = presale.data !== undefined && !(sale && payment);
        const isUnread = presale.data === undefined && presale.isFailed;
        const review = ({ details, ...order }: ActionOrder) => {
          const plan = presalePlan({
            ...order,
            chainId: chain.id,
            presale: presale.address,
            account,
            ...(current ? { endsAt: current.read.end } : {}),
          });
          // An amount that was sent doesn't stay in the form.
          openReview({ account, plan, details, onSent: () => setSent((count) => count + 1) });
        };
        if (figures)
          return (
            <>
              <NodeNote chainId={chain.id} network={chain.name} />
              <PresaleAction
                key={`${chain.id} ${sent}`}
                chainId={chain.id}
                figures={figures}
                isUnderWay={(kind) => own.some((entry) => entry.kind === kind && entry.status === 'pending')}
                onReview={review}
              />
            </>
          );
        if (isUnlisted || isUnread)
          return <p className="text-muted">{isUnlisted ? t('unlisted') : node('unavailable')}</p>;
        return (
          <Placeholder>
            <ContributeSkeleton />
          </Placeholder>
        );
      }}
    </EarnPanel>
  );
}
