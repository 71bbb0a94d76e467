'use client';

import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import type { Dialog } from '@/components/ui/dialog';
import { closeDialog, openDialog, useDialogs } from '@/lib/browser/dialogs';
import { useCloseWhenWide } from '../use-close-when-wide';

type DialogComponent = ComponentType<Parameters<typeof Dialog>[0]>;

const load = () => import('@/components/ui/dialog');

const close = () => closeDialog('bio');

/** Opens its children in a dialog. The dialog's code arrives on intent, not with the page. */
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
  // Each button has a dialog of its own under the one name: the name says when to close, not which to open.
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
      // Offline, or a new release took the old chunk away: the text itself is here.
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
