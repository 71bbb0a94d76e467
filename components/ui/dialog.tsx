'use client';

import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { type PointerEvent, type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { pushDialog } from '@/lib/browser/dialog-stack';
import { CloseIcon } from './icon';
import './dialog.css';

const DIALOG_DRAG_CLOSE_RATIO = 0.6;

/**
 * Minimum height difference, in CSS pixels, that counts as an on-screen keyboard. Toolbars and scroll bars are smaller.
 */
const LEAST_KEYBOARD_PX = 60;

/**
 * While a dialog is open, sets how much of the window an on-screen keyboard covers (`--keyboard`) and how far the
 * visual viewport has moved down (`--panned`). This is for keyboards that overlay the page (iOS, and Android on public
 * pages). Both are 0 if the keyboard resizes the window, as on wallet pages (`interactive-widget=resizes-content`).
 */
function useKeyboardRoom(open: boolean): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!open || !viewport) return;
    const { style } = document.documentElement;
    const measure = ({ type }: { type: string }) => {
      // Ignore pinch zoom, which also shrinks the visual viewport.
      if (viewport.scale > 1) return;
      const covered = window.innerHeight - viewport.height;
      const isOpen = covered >= LEAST_KEYBOARD_PX;
      style.setProperty('--keyboard', `${isOpen ? covered : 0}px`);
      style.setProperty('--panned', `${isOpen ? viewport.offsetTop : 0}px`);
      const focused = document.activeElement;
      // Scroll the focused field into view again, because the browser scrolled to the dialog's old position.
      if (isOpen && type === 'resize' && focused?.closest('.dialog-body'))
        focused.scrollIntoView({ block: 'nearest' });
    };
    measure({ type: 'open' });
    viewport.addEventListener('resize', measure);
    viewport.addEventListener('scroll', measure);
    return () => {
      viewport.removeEventListener('resize', measure);
      viewport.removeEventListener('scroll', measure);
      style.removeProperty('--keyboard');
      style.removeProperty('--panned');
    };
  }, [open]);
}

/**
 * Returns pointer handlers for a sheet's drag handle. The sheet follows the pointer downward, then closes or springs
 * back (DLG-2).
 */
function useDragClose(popup: RefObject<HTMLElement | null>, onClose: () => void) {
  const startY = useRef<number | null>(null);

  const move = (element: HTMLElement, offset: number) => {
    element.style.setProperty('--drag-y', `${Math.max(offset, 0)}px`);
  };
  const finish = (event: PointerEvent<HTMLElement>, completed: boolean) => {
    const element = popup.current;
    if (startY.current === null || !element) return;
    const distance = event.clientY - startY.current;
    startY.current = null;
    element.removeAttribute('data-dragging');
    if (completed && distance > element.offsetHeight * DIALOG_DRAG_CLOSE_RATIO) onClose();
    else move(element, 0);
  };

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.target instanceof Element && event.target.closest('button, a, input')) return;
      startY.current = event.clientY;
      popup.current?.setAttribute('data-dragging', '');
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (startY.current !== null && popup.current) move(popup.current, event.clientY - startY.current);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => finish(event, true),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => finish(event, false),
  };
}

/**
 * Modal dialog that follows the WAI-ARIA APG pattern: a bottom sheet on phones, centered from 768 px. The user closes
 * it with the close icon, Escape, the backdrop, or a downward drag of more than DIALOG_DRAG_CLOSE_RATIO of its height.
 * The embed shell can close it, too (SITE-11). The exit animation takes `--motion-dialog`.
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
  isFull = false,
  children,
}: {
  open: boolean;
  onClose: () => void;
  /** Called when the opening animation has ended. */
  onOpened?: () => void;
  onClosed?: () => void;
  title: string;
  closeLabel: string;
  /** Returns the element that receives initial focus instead of the dialog itself. */
  firstFocus?: () => HTMLElement | null;
  /** Renders the dialog hidden before it opens, so that it opens instantly. */
  keepMounted?: boolean;
  /** Whether the dialog covers the whole window. */
  isFull?: boolean;
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
          data-full={isFull ? '' : undefined}
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
