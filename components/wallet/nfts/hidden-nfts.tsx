import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { TextButton } from '@/components/wallet/display/text-button';
import { VirtualRows } from '@/components/wallet/display/virtual-rows';
import { notify } from '@/lib/browser/notices';
import type { HiddenReason } from '@/lib/wallet/nfts/choices';
import { chooseNft } from '@/lib/wallet/nfts/choices';
import { type Nft, nftId } from '@/lib/wallet/nfts/nft';
import { useNftName } from './nft-name';

type Hidden = { nft: Nft; reasons: readonly HiddenReason[] };

const ROW_PX = 96;

/** Collectibles that are hidden, each with the reason and the way to show it. Their pictures are not asked for. */
export function HiddenNfts({ hidden, network }: { hidden: readonly Hidden[]; network: string }) {
  const t = useTranslations('wallet.nfts.hidden');
  const nameOf = useNftName();
  const summary = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(false);
  const show = (nft: Nft, name: string) => {
    chooseNft(nft, { isShown: true });
    notify('success', t('shown', { name }));
    // The row that had the focus is gone.
    summary.current?.focus();
  };
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)} className="border-t border-line">
      <summary ref={summary} className="flex min-h-11 items-center text-sm underline underline-offset-4">
        {t('title', { count: hidden.length })}
      </summary>
      {isOpen ? (
        <div className="grid gap-3 pb-4">
          <p className="measure text-sm text-muted">{t('about')}</p>
          <VirtualRows
            label={t('list', { network })}
            items={hidden}
            keyOf={({ nft }) => nftId(nft)}
            rowHeight={() => ROW_PX}
          >
            {({ nft, reasons }) => {
              const { short, collection } = nameOf(nft, undefined);
              return (
                <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-t border-line py-2 text-sm">
                  <div className="min-w-0">
                    <p className="truncate">{short}</p>
                    <p className="truncate text-xs text-muted">{collection}</p>
                    {reasons.map((reason) => (
                      <p key={reason} className="text-xs">
                        {t(`reason.${reason}`)}
                      </p>
                    ))}
                  </div>
                  <TextButton label={t('showLabel', { name: short })} onClick={() => show(nft, short)}>
                    {t('show')}
                  </TextButton>
                </div>
              );
            }}
          </VirtualRows>
        </div>
      ) : null}
    </details>
  );
}
