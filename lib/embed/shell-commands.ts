import { canGoBack } from '@/lib/browser/can-go-back';
import { closeTopDialog } from '@/lib/browser/dialog-stack';
import { closeDialog, useDialogs } from '@/lib/browser/dialogs';
import { languageAddress } from '@/lib/i18n/navigation';
import { checkVisitCurrency } from '@/lib/preferences/check-visit-currency';
import { setVisitCurrency } from '@/lib/preferences/currency';
import { isVisitStored, setVisit } from '@/lib/preferences/visit';
import type { PageMessage, Post, ShellMessage } from './shell-messages';

function closeOpenDialog(): boolean {
  // Closes the dialog the way its close button does, because it may have cleanup to do.
  if (closeTopDialog()) return true;
  // At this point, only the menu or a dialog that is still loading can be open.
  const { open } = useDialogs.getState();
  if (open !== null) closeDialog(open);
  return open !== null;
}

/** Runs a shell command. It affects only this visit and doesn't change stored preferences. */
export function runShellCommand(message: ShellMessage, post: Post): void {
  switch (message.type) {
    case 'back':
      if (closeOpenDialog()) return;
      if (canGoBack()) window.history.back();
      else post({ type: 'close' });
      return;
    case 'close-dialog':
      closeOpenDialog();
      return;
    case 'set-theme':
      setVisit('theme', message.theme);
      return;
    case 'set-currency':
      setVisitCurrency(message.currency);
      void checkVisitCurrency();
      return;
    case 'set-language': {
      setVisit('lang', message.lang);
      const address = languageAddress(message.lang);
      if (new URL(address).pathname !== window.location.pathname) window.location.assign(address);
    }
  }
}

const OUTSIDE = ['mailto:', 'tel:'];

function isOutside({ protocol, origin }: URL): boolean {
  return OUTSIDE.includes(protocol) || (/^https?:$/.test(protocol) && origin !== window.location.origin);
}

/**
 * Returns the message that a clicked link sends to the shell: open another site, or close this one if a back link has
 * no history. Returns null for links within the site.
 */
export function linkMessage(link: HTMLAnchorElement): PageMessage | null {
  const url = URL.canParse(link.href) ? new URL(link.href) : null;
  if (url && isOutside(url)) return { type: 'external-link', url: url.href };
  if (link.hasAttribute('data-way-out') && !canGoBack()) return { type: 'close' };
  return null;
}

/** Calls `handle` for each plain click on a link, before other handlers. Returns the cleanup function. */
export function watchLinks(handle: (link: HTMLAnchorElement, event: MouseEvent) => void): () => void {
  const onClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link) handle(link, event);
  };
  document.addEventListener('click', onClick, { capture: true });
  return () => document.removeEventListener('click', onClick, { capture: true });
}

/**
 * When this page is restored from the back/forward cache, applies the theme and currency that the shell set in the
 * meantime. Returns the cleanup function.
 */
export function resumeVisit(): () => void {
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted || !isVisitStored()) return;
    setVisit('theme', sessionStorage.getItem('tidewell.theme'));
    setVisitCurrency(sessionStorage.getItem('tidewell.currency'));
  };
  window.addEventListener('pageshow', onPageShow);
  return () => window.removeEventListener('pageshow', onPageShow);
}
