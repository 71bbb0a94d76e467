'use client';

import { usePathname } from 'next/navigation';
import { type ComponentType, useEffect, useState } from 'react';
import { apiSettings } from '@/lib/api/api-settings';
import { closeDialog, useDialogs } from '@/lib/browser/dialogs';
import { notify } from '@/lib/browser/notices';
import { whenIdle } from '@/lib/browser/when-idle';
import type { SiteDialogProps } from '../site-dialog-props';

const APPROACHES = ['pointerenter', 'focus', 'touchstart'];

/** Finds the page's bell buttons and calls `onApproach` on hover or focus. */
function useBells(onApproach: () => void): readonly Element[] {
  const pathname = usePathname();
  const [bells, setBells] = useState<readonly Element[]>([]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may have brought another header.
  useEffect(() => {
    const found = [...document.querySelectorAll('[data-dialog=announcements]')];
    setBells(found);
    for (const bell of found)
      for (const type of APPROACHES) bell.addEventListener(type, onApproach, { passive: true });
    return () => {
      for (const bell of found) for (const type of APPROACHES) bell.removeEventListener(type, onApproach);
    };
  }, [pathname, onApproach]);

  return bells;
}

const loadDialog = async () => (await import('./announcements-dialog')).AnnouncementsDialog;
const loadBadge = async () => (await import('./unread-badge')).UnreadBadge;

/** Preloads the dialog. Errors are ignored here, because a click reports them. */
const prefetch = () => void loadDialog().catch(() => undefined);

type Parts = { Dialog?: ComponentType<SiteDialogProps>; Badge?: ComponentType<BadgeProps> };
type BadgeProps = { places: readonly Element[]; wording: string };

/**
 * The small initial part of the announcements. It fetches the unread count when the page is idle, and loads the dialog
 * on hover, focus, or click.
 */
export function Announcements(props: SiteDialogProps) {
  const open = useDialogs((state) => state.open === 'announcements');
  const [{ Dialog, Badge }, setParts] = useState<Parts>({});
  const bells = useBells(prefetch);
  const { announcements } = props.wording;

  useEffect(() => {
    // An embed shell has no header, so there is no bell.
    if (document.documentElement.dataset.embed === '1') return;
    return whenIdle(() => {
      loadBadge().then(
        (part) => setParts((parts) => ({ ...parts, Badge: part })),
        // The unread count is optional: if it can't be loaded, the bell shows no number.
        () => undefined,
      );
    });
  }, []);

  useEffect(() => {
    if (!open) return;
    let current = true;
    loadDialog().then(
      (part) => current && setParts((parts) => ({ ...parts, Dialog: part })),
      () => {
        closeDialog('announcements');
        notify('error', apiSettings().wording.offline);
      },
    );
    return () => {
      current = false;
    };
  }, [open]);

  return (
    <>
      {Badge && <Badge places={bells} wording={announcements.unreadCount} />}
      {Dialog && <Dialog {...props} />}
    </>
  );
}
