'use client';

import { useEffect, useState } from 'react';
import { Icon } from '@/components/ui/icon';
import { openDialog, useDialogs } from '@/lib/browser/dialogs';

/** Button that opens the wallet's search. Ctrl+K or ⌘K also opens the search, unless another dialog is open. */
export function SearchButton({ label }: { label: string }) {
  const [isMac, setMac] = useState(false);
  useEffect(() => {
    setMac(/^Mac|^iP/.test(navigator.platform));
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      if (useDialogs.getState().open === null) openDialog('search');
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      data-dialog="search"
      onClick={() => openDialog('search')}
      className="flex min-h-11 min-w-11 items-center justify-center gap-2.5 rounded-sharp text-sm text-muted hover:text-ink lg:w-60 lg:justify-start lg:border lg:border-edge lg:px-3 no-script:hidden"
    >
      <Icon
        path="M9 15.500a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13Zm4.600-1.900 4.400 4.400"
        size={20}
      />
      <span className="max-lg:sr-only">{label}</span>
      {/* Screen readers announce the shortcut from aria-keyshortcuts instead. */}
      <span aria-hidden="true" className="ms-auto hidden text-xs lg:inline">
        {isMac ? '⌘ K' : 'Ctrl K'}
      </span>
    </button>
  );
}
