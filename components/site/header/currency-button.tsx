'use client';

import { useEffect, useState } from 'react';
import { DEFAULT_CURRENCY } from '@/lib/constants';
import { useCurrency } from '@/lib/currency';
import { openDialog } from '@/lib/dialogs';
import { notify } from '@/lib/notices';
import type { CurrencyDialog } from '../currency/currency-dialog';

export type CurrencyWording = {
  label: string;
  title: string;
  close: string;
  failed: string;
  retry: string;
  offline: string;
};

const load = () => import('../currency/currency-dialog');

/** Shows the display currency and opens its dialog, fetched on intent. */
export function CurrencyButton({ wording }: { wording: CurrencyWording }) {
  const [Dialog, setDialog] = useState<typeof CurrencyDialog | null>(null);
  const stored = useCurrency((state) => state.currency);
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  const open = async () => {
    try {
      const { CurrencyDialog: Loaded } = await load();
      setDialog(() => Loaded);
      openDialog('fiat');
    } catch {
      notify('error', wording.offline);
    }
  };
  const currency = mounted ? stored : DEFAULT_CURRENCY;
  return (
    <>
      <button
        type="button"
        className="text-button"
        aria-label={`${wording.label}: ${currency}`}
        aria-haspopup="dialog"
        onPointerEnter={() => void load().catch(() => undefined)}
        onFocus={() => void load().catch(() => undefined)}
        onClick={() => void open()}
      >
        {currency}
      </button>
      {Dialog ? <Dialog wording={wording} /> : null}
    </>
  );
}
