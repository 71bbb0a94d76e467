import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { notify } from '@/lib/browser/notices';
import type { HiddenReason } from '@/lib/wallet/nfts/choices';
import { TextButton } from './text-button';
import { VirtualRows } from './virtual-rows';

type HiddenItem = {
  key: string;
  name: string;
  detail: string;
  /** Why the item is hidden. */
  reasons: readonly HiddenReason[];
};

const ROW_PX = 96;

/** Folded list of hidden NFTs or tokens, each with the reasons it is hidden and a button to show it. Loads no images. */
export function HiddenList<Item extends HiddenItem>({
  items,
  about,
  label,
  shownText,
  onShow,
}: {
  items: readonly Item[];
  /** Says why items are hidden. */
  about: string;
  /** Accessible name of the list. */
  label: string;
  /** Returns the notification after an item is shown. */
  shownText: (name: string) => string;
  onShow: (item: Item) => void;
}) {
  const t = useTranslations('wallet.hidden');
  const summary = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(false);
  if (items.length === 0) return null;
  const show = (item: Item) => {
    onShow(item);
    notify('success', shownText(item.name));
    // The focused row was removed, so focus moves to the section's summary.
    summary.current?.focus();
  };
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)} className="border-t border-line">
      <summary ref={summary} className="flex min-h-11 items-center text-sm underline underline-offset-4">
        {t('title', { count: items.length })}
      </summary>
      {isOpen ? (
        <div className="grid gap-3 pb-4">
          <p className="measure text-sm text-muted">{about}</p>
          <VirtualRows label={label} items={items} keyOf={({ key }) => key} rowHeight={() => ROW_PX}>
            {(item) => (
              <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-t border-line py-2 text-sm">
                <div className="min-w-0">
                  <p className="truncate">
                    <bdi>{item.name}</bdi>
                  </p>
                  <p className="truncate text-xs text-muted">
                    <bdi>{item.detail}</bdi>
                  </p>
                  {item.reasons.map((reason) => (
                    <p key={reason} className="text-xs">
                      {t(`reason.${reason}`)}
                    </p>
                  ))}
                </div>
                <TextButton label={t('showLabel', { name: item.name })} onClick={() => show(item)}>
                  {t('show')}
                </TextButton>
              </div>
            )}
          </VirtualRows>
        </div>
      ) : null}
    </details>
  );
}
