'use client';

import { type ComponentType, useEffect, useState } from 'react';
import { closeDialog, useDialogs } from '@/lib/browser/dialogs';
import { notify } from '@/lib/browser/notices';
import type { SiteDialogProps } from '../site-dialog-props';
import { useBells } from './use-bells';
import { whenIdle } from './when-idle';

const loadDialog = async () => (await import('./announcements-dialog')).AnnouncementsDialog;
const loadBadge = async () => (await import('./unread-badge')).UnreadBadge;

/** Fetches the dialog when a visitor comes near. A failure is met again, and told, on the press. */
const prefetch = () => void loadDialog().catch(() => undefined);

type Parts = { Dialog?: ComponentType<SiteDialogProps>; Badge?: ComponentType<BadgeProps> };
type BadgeProps = { places: readonly Element[]; wording: string };

/** The announcements' small first part: fetches the number for the bells when the page has nothing better to do, the dialog on intent. */
export function Announcements(props: SiteDialogProps) {
  const open = useDialogs((state) => state.open === 'announcements');
  const [{ Dialog, Badge }, setParts] = useState<Parts>({});
  const bells = useBells(prefetch);
  const { offline, announcements } = props.wording;

  useEffect(() => {
    // An app's shell shows no header, and so no bell.
    if (document.documentElement.dataset.embed === '1') return;
    return whenIdle(() => {
      loadBadge().then(
        (part) => setParts((parts) => ({ ...parts, Badge: part })),
        // Nobody asked for the number: the bell stays without one.
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
        notify('error', offline);
      },
    );
    return () => {
      current = false;
    };
  }, [open, offline]);

  return (
    <>
      {Badge && <Badge places={bells} wording={announcements.unreadCount} />}
      {Dialog && <Dialog {...props} />}
    </>
  );
}
