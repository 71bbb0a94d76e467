'use client';

import { useState } from 'react';
import { openDialog } from '@/lib/dialogs';
import type { Locale } from '@/lib/i18n/routing';
import { notify } from '@/lib/notices';
import type { LanguageDialog } from '../language/language-dialog';

export type LanguageWording = {
  label: string;
  title: string;
  close: string;
  failed: string;
  retry: string;
  offline: string;
};

const load = () => import('../language/language-dialog');

/** Opens the language dialog, fetched on intent. */
export function LanguageButton({
  locale,
  short,
  wording,
}: {
  locale: Locale;
  short: string;
  wording: LanguageWording;
}) {
  const [Dialog, setDialog] = useState<typeof LanguageDialog | null>(null);
  const open = async () => {
    try {
      const { LanguageDialog: Loaded } = await load();
      setDialog(() => Loaded);
      openDialog('language');
    } catch {
      notify('error', wording.offline);
    }
  };
  return (
    <>
      <button
        type="button"
        className="text-button"
        aria-label={wording.label}
        aria-haspopup="dialog"
        onPointerEnter={() => void load().catch(() => undefined)}
        onFocus={() => void load().catch(() => undefined)}
        onClick={() => void open()}
      >
        {short}
      </button>
      {Dialog ? <Dialog locale={locale} wording={wording} /> : null}
    </>
  );
}
