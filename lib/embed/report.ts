import { useDialogs } from '@/lib/browser/dialogs';
import { listenForHaptics, requestHaptic } from '@/lib/browser/haptics';
import { VISIT_PARAMETERS } from '@/lib/constants';
import type { Locale } from '@/lib/i18n/routing';
import { useUnread } from '@/lib/messages/views/unread';
import { useSession } from '@/lib/session/session';
import { isSettled } from '@/lib/wallet/transactions/ledger-entry';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import type { Post } from './shell-messages';

/** URL parameters that may hold an amount: that of a form, and a payment request. */
const AMOUNT_PARAMETERS = ['amount', 'request'] as const;

function currentPath(): string {
  const url = new URL(window.location.href);
  for (const name of [...VISIT_PARAMETERS, ...AMOUNT_PARAMETERS]) url.searchParams.delete(name);
  return url.pathname + url.search;
}

export function reportReady(post: Post, locale: Locale): void {
  const theme = document.documentElement.classList.contains('dark') ? 'dark' : 'light';
  post({ type: 'ready', path: currentPath(), locale, theme });
}

/**
 * Reports the current page once its title is set, which happens shortly after the content changes. Returns the cleanup
 * function.
 */
export function reportPage(post: Post, locale: Locale): () => void {
  const observer = new MutationObserver(() => tell());
  const tell = () => {
    const { title } = document;
    if (title === '') return false;
    observer.disconnect();
    post({ type: 'navigate', path: currentPath(), locale, title });
    return true;
  };
  if (!tell()) observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  return () => observer.disconnect();
}

/**
 * Reports the signed-in account now and after each change, as soon as its address is known. Returns the cleanup
 * function.
 */
export function reportSession(post: Post): () => void {
  let told: string | null | undefined;
  const tell = ({ token, account }: { token: string | null; account: string | null }) => {
    if (token !== null && account === null) return;
    const address = token === null ? null : account;
    if (address === told) return;
    told = address;
    post(
      address === null
        ? { type: 'session', state: 'anonymous' }
        : { type: 'session', state: 'loggedIn', address },
    );
  };
  tell(useSession.getState());
  return useSession.subscribe(tell);
}

/** Reports each dialog that opens or closes. Returns the cleanup function. */
export function reportDialogs(post: Post): () => void {
  return useDialogs.subscribe(({ open }, { open: before }) => {
    if (open === before) return;
    if (before !== null) post({ type: 'dialog', name: before, open: false });
    if (open !== null) post({ type: 'dialog', name: open, open: true });
  });
}

/** Reports each requested haptic. Returns the cleanup function. */
export function reportHaptics(post: Post): () => void {
  return listenForHaptics((style) => post({ type: 'haptic', style }));
}

/** Reports the number of unread messages after each change. Returns the cleanup function. */
export function reportUnread(post: Post): () => void {
  return useUnread.subscribe(({ count }, before) => {
    if (count !== before.count) post({ type: 'messages', unread: count });
  });
}

/**
 * Reports the page again when it returns from the back/forward cache without a reload. Returns the cleanup function.
 */
export function reportReturn(post: Post, locale: Locale): () => void {
  let stopPage: (() => void) | undefined;
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    stopPage?.();
    stopPage = reportPage(post, locale);
  };
  window.addEventListener('pageshow', onPageShow);
  return () => {
    window.removeEventListener('pageshow', onPageShow);
    stopPage?.();
  };
}

/**
 * Reports the signed-in account's transactions: pending ones now, and then each change, with a haptic for the final one.
 * An approval's success has no haptic, because its transaction follows. This is part of the wallet's code, so public
 * pages must not import it.
 */
export function reportTransactions(post: Post): () => void {
  const told = new Map<string, string>();
  const tell = ({ entries }: { entries: ReturnType<typeof useLedger.getState>['entries'] }) => {
    const { account } = useSession.getState();
    for (const entry of entries) {
      const { id, chainId, hash, kind, status: state } = entry;
      // The shell identifies transactions by hash, and a batch doesn't have one at first.
      if (hash === null || entry.account !== account || told.get(id) === hash + state) continue;
      // The chain can have it before the wallet has returned its hash.
      if (!told.has(id) && state !== 'pending')
        post({ type: 'transaction', chainId, hash, kind, state: 'pending' });
      told.set(id, hash + state);
      post({ type: 'transaction', chainId, hash, kind, state });
      if (state === 'failed') requestHaptic('warning');
      else if (isSettled(entry) && kind !== 'approve') requestHaptic('success');
    }
  };
  for (const { id, hash, status } of useLedger.getState().entries)
    if (status !== 'pending') told.set(id, hash + status);
  tell(useLedger.getState());
  return useLedger.subscribe(tell);
}
