'use client';

import NextLink from 'next/link';
import { usePathname } from 'next/navigation';
import { useTheme } from 'next-themes';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { prefetchDialog, type SiteDialogName } from '@/components/site/dialog-loaders';
import { openWallet, preloadWallet } from '@/components/site/load-wallet';
import { openDialog } from '@/lib/browser/dialogs';
import { DEFAULT_CURRENCY } from '@/lib/constants';
import { useCurrency } from '@/lib/preferences/currency';
import { setVisit } from '@/lib/preferences/visit';
import { useSession } from '@/lib/session/session';

/**
 * Switches between the light and dark themes, and clears a theme that was set for this visit only. CSS selects the
 * icon, so the icon is correct even before hydration.
 */
export function ThemeToggle({ label, children }: { label: string; children: ReactNode }) {
  const { setTheme } = useTheme();
  const toggle = () => {
    setTheme(document.documentElement.classList.contains('dark') ? 'light' : 'dark');
    setVisit('theme', null);
  };
  return (
    <button type="button" className="icon-button" aria-label={label} onClick={toggle}>
      {children}
    </button>
  );
}

/** The display currency. The static page shows the default one until hydration. */
export function CurrencyCode() {
  return useSyncExternalStore(
    useCurrency.subscribe,
    () => useCurrency.getState().currency,
    () => DEFAULT_CURRENCY,
  );
}

/** A header control that opens a dialog. */
export function DialogButton({
  name,
  label,
  className,
  children,
}: {
  name: SiteDialogName;
  label: string;
  className: string;
  children: ReactNode;
}) {
  const prefetch = () => prefetchDialog(name);
  return (
    <button
      type="button"
      className={className}
      aria-haspopup="dialog"
      data-dialog={name}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onTouchStart={prefetch}
      onClick={() => openDialog(name)}
    >
      <span className="sr-only">{label}</span>
      {children}
    </button>
  );
}

/** Text that depends on the session. Both versions reserve space, so that nothing shifts when the session loads. */
export function SessionLabel({ signedOut, signedIn }: { signedOut: string; signedIn: string }) {
  const isSignedIn = useSession((state) => state.token !== null);
  return (
    <span className="grid">
      <span className={`col-start-1 row-start-1 ${isSignedIn ? 'invisible' : ''}`}>{signedOut}</span>
      <span className={`col-start-1 row-start-1 ${isSignedIn ? '' : 'invisible'}`}>{signedIn}</span>
    </span>
  );
}

/** Opens the wallet dialog. Its code starts loading on hover, focus, or touch. */
export function ConnectButton({
  connect,
  account,
  className,
}: {
  connect: string;
  account: string;
  /** Passed from the server, so that the button styles aren't part of the client code. */
  className: string;
}) {
  return (
    <button
      type="button"
      className={className}
      onPointerEnter={preloadWallet}
      onFocus={preloadWallet}
      onTouchStart={preloadWallet}
      onClick={openWallet}
      aria-haspopup="dialog"
      data-dialog="wallet"
    >
      <SessionLabel signedOut={connect} signedIn={account} />
    </button>
  );
}

/**
 * A link that is marked as current on the page it leads to. The mark is set after hydration, because the server renders
 * English pages under an internal path that differs from the path in the browser.
 */
export function NavLink({
  href,
  children,
  className,
}: {
  href: string;
  children: ReactNode;
  className?: string;
}) {
  const pathname = usePathname();
  const [current, setCurrent] = useState(false);
  useEffect(() => setCurrent(pathname === href || pathname.startsWith(`${href}/`)), [pathname, href]);
  return (
    <NextLink href={href} prefetch={false} aria-current={current ? 'page' : undefined} className={className}>
      {children}
    </NextLink>
  );
}
