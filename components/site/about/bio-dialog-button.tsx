'use client';

import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import type { Dialog } from '@/components/ui/dialog';
import { closeDialog, openDialog, useDialogs } from '@/lib/browser/dialogs';
import { useCloseWhenWide } from '../use-close-when-wide';

type DialogComponent = ComponentType<Parameters<typeof Dialog>[0]>;

const load = () => import('@/components/ui/dialog');

const close = () => closeDialog('bio');

/** A button that opens its children in a dialog. The dialog's code loads on pointer down or click. */
export function BioDialogButton({
  title,
  action,
  actionLabel,
  closeLabel,
  className,
  children,
}: {
  title: string;
  action: string;
  actionLabel: string;
  closeLabel: string;
  className: string;
  children: ReactNode;
}) {
  const [Loaded, setLoaded] = useState<DialogComponent>();
  const [open, setOpen] = useState(false);
  const [shownInline, setShownInline] = useState(false);

  useCloseWhenWide(open, close);
  // All bio buttons use the same name in the dialog store. Each one reads the store only to detect when its dialog
  // closes.
  useEffect(() => {
    if (!open) return;
    const stop = useDialogs.subscribe((state) => setOpen(state.open === 'bio'));
    return () => {
      stop();
      close();
    };
  }, [open]);

  async function show() {
    try {
      const module = await load();
      setLoaded(() => module.Dialog);
      openDialog('bio');
      setOpen(true);
    } catch {
      // If the chunk is unavailable (offline or a new release), show the text inline.
      setShownInline(true);
    }
  }

  if (shownInline) return <div className="md:hidden">{children}</div>;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={className}
        onPointerDown={() => void load().catch(() => setShownInline(true))}
        onClick={() => void show()}
      >
        <span aria-hidden="true">{action}</span>
        <span className="sr-only">{actionLabel}</span>
      </button>
      {Loaded ? (
        <Loaded open={open} onClose={close} title={title} closeLabel={closeLabel}>
          {children}
        </Loaded>
      ) : null}
    </>
  );
}
