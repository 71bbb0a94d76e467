'use client';

import type { ReactNode } from 'react';
import { openDialog } from '@/lib/browser/dialogs';
import { prefetchDialog, type SiteDialogName } from '../dialog-loaders';

/** A header control that opens a dialog. */
export function DialogButton({
  name,
  label,
  className,
  children,
}: {
  name: SiteDialogName;
  label: string;
  className: string;
  children: ReactNode;
}) {
  const prefetch = () => prefetchDialog(name);
  return (
    <button
      type="button"
      className={className}
      aria-haspopup="dialog"
      data-dialog={name}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onTouchStart={prefetch}
      onClick={() => openDialog(name)}
    >
      <span className="sr-only">{label}</span>
      {children}
    </button>
  );
}
