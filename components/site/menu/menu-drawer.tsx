'use client';

import { Dialog } from '@base-ui/react/dialog';
import type { MouseEvent } from 'react';
import { CloseIcon } from '@/components/ui/icon';
import { closeDialog, useDialogs } from '@/lib/browser/dialogs';
import type { SiteDialogProps } from '../site-dialog-props';
import { useCloseWhenWide } from '../use-close-when-wide';
import './menu-drawer.css';

const closeMenu = () => closeDialog('menu');

/**
 * The side menu below the mobile breakpoint (SITE-7). It closes when a link is followed or the window becomes wider.
 */
export function MenuDrawer({ wording, menu }: SiteDialogProps) {
  const open = useDialogs((state) => state.open === 'menu');

  useCloseWhenWide(open, closeMenu);

  const onClick = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a')) closeMenu();
  };

  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && closeMenu()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="menu-backdrop" />
        <Dialog.Popup className="menu-drawer" onClick={onClick}>
          <div className="flex items-center justify-between py-2 ps-6 pe-3">
            <Dialog.Title className="text-sm text-muted">{wording.menuTitle}</Dialog.Title>
            <Dialog.Close aria-label={wording.close} className="icon-button">
              <CloseIcon />
            </Dialog.Close>
          </div>
          {menu}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
