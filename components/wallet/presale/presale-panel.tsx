import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import type { Address } from 'viem';
import { Placeholder } from '@/components/wallet/display/skeleton';
import { NetworkSelect } from '@/components/wallet/fields/network-select';
import { NodeNote } from '@/components/wallet/frame/node-banner';
import { openReview } from '@/components/wallet/transaction-sheet/sheet';
import type { ChainMapping } from '@/lib/api/types';
import { readChainId, updatePageParams, usePageParams } from '@/lib/browser/page-params';
import type { LivePresale } from '@/lib/wallet/presale/presale-arithmetic';
import type { Presale } from '@/lib/wallet/presale/use-presales';
import { type ActionOrder, PresaleAction } from './presale-action';
import { presalePlan } from './presale-plan';
import { type PresaleEntry, PresaleProgress } from './presale-progress';
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
  entries: readonly PresaleEntry[];
}) {
  const t = useTranslations('wallet.presale');
  const node = useTranslations('wallet.node');
  const id = useId();
  const chosenId = readChainId(usePageParams());
  const [sent, setSent] = useState(0);

  const presale = presales.find(({ chainId }) => chainId === chosenId) ?? presales[0];
  const chain = chains.find((candidate) => candidate.id === presale?.chainId);
  if (!presale || !chain) return null;
  const own = entries.filter(({ chainId }) => chainId === chain.id);
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

  return (
    <section aria-labelledby={id} className="grid content-start gap-5">
      <h2 id={id} className="text-xl">
        {t('panel')}
      </h2>
      <NetworkSelect
        chain={chain}
        chainIds={presales.map(({ chainId }) => chainId)}
        chains={chains}
        onChange={(chainId) => updatePageParams({ chain: String(chainId) })}
      />
      {figures ? (
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
      ) : isUnlisted || isUnread ? (
        <p className="text-muted">{isUnlisted ? t('unlisted') : node('unavailable')}</p>
      ) : (
        <Placeholder>
          <ContributeSkeleton />
        </Placeholder>
      )}
      <PresaleProgress entries={own} chain={chain} />
    </section>
  );
}
