import { canGoBack } from '@/lib/browser/can-go-back';
import type { PageMessage } from './messages';

const OUTSIDE = ['mailto:', 'tel:'];

function isOutside({ protocol, origin }: URL): boolean {
  return OUTSIDE.includes(protocol) || (/^https?:$/.test(protocol) && origin !== window.location.origin);
}

/**
 * What the shell has to do about a click on a link: open another place, or leave when the way out of a page finds no
 * history. Null for links that stay in the site.
 */
export function linkMessage(link: HTMLAnchorElement): PageMessage | null {
  const url = URL.canParse(link.href) ? new URL(link.href) : null;
  if (url && isOutside(url)) return { type: 'external-link', url: url.href };
  if (link.hasAttribute('data-way-out') && !canGoBack()) return { type: 'close' };
  return null;
}

/** Calls `handle` before anything else does for each plain click on a link. Gives back the way to stop. */
export function watchLinks(handle: (link: HTMLAnchorElement, event: MouseEvent) => void): () => void {
  const onClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link) handle(link, event);
  };
  document.addEventListener('click', onClick, { capture: true });
  return () => document.removeEventListener('click', onClick, { capture: true });
}
