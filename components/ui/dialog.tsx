'use client';

import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { pushDialog } from '@/lib/browser/dialogs';
import { CloseIcon } from './close-icon';
import './dialog.css';
import { useDragClose } from './use-drag-close';
import { useKeyboardRoom } from './use-keyboard-room';

/**
 * Modal dialog by the WAI-ARIA APG pattern: a sheet from below on phones, centred from 768 px. Closes by icon, Escape,
 * backdrop, a drag down beyond DIALOG_DRAG_CLOSE_RATIO of its height, or an app's shell (SITE-11); its exit takes
 * DIALOG_CLOSE_DELAY_MS.
 */
export function Dialog({
  open,
  onClose,
  onOpened,
  onClosed,
  title,
  closeLabel,
  firstFocus,
  keepMounted = false,
  children,
}: {
  open: boolean;
  onClose: () => void;
  /** Called when it has come to rest on the screen. */
  onOpened?: () => void;
  onClosed?: () => void;
  title: string;
  closeLabel: string;
  /** What is focused when it opens, where that is not the dialog itself. */
  firstFocus?: () => HTMLElement | null;
  /** Draws it, hidden, before it opens, so that it opens at once. */
  keepMounted?: boolean;
  children: ReactNode;
}) {
  const popup = useRef<HTMLDivElement>(null);
  const drag = useDragClose(popup, onClose);
  useKeyboardRoom(open);
  const close = useEffectEvent(onClose);
  useEffect(() => (open ? pushDialog(() => close()) : undefined), [open]);
  return (
    <BaseDialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      onOpenChangeComplete={(next) => {
        if (next) onOpened?.();
        else onClosed?.();
      }}
    >
      <BaseDialog.Portal keepMounted={keepMounted}>
        <BaseDialog.Backdrop className="dialog-backdrop" />
        <BaseDialog.Popup
          ref={popup}
          className="dialog-popup"
          initialFocus={() => firstFocus?.() ?? popup.current}
          tabIndex={-1}
        >
          <header className="dialog-header" {...drag}>
            <span aria-hidden="true" className="dialog-handle" />
            <BaseDialog.Title className="text-lg">{title}</BaseDialog.Title>
            <BaseDialog.Close aria-label={closeLabel} className="icon-button -me-2">
              <CloseIcon />
            </BaseDialog.Close>
          </header>
          <div className="dialog-body">{children}</div>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
