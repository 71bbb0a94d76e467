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
 * Switches between light and dark, which ends a theme set for the visit. CSS selects the icon, so it is right
 * before hydration.
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

/** The display currency; the static page shows the default until hydration. */
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

/** Opens the wallet dialog. Its code is loaded when the pointer, focus or a touch comes near. */
export function ConnectButton({
  connect,
  account,
  className,
}: {
  connect: string;
  account: string;
  /** Passed from the server, so that the button styles stay there. */
  className: string;
}) {
  const loggedIn = useSession((state) => state.token !== null);
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
      <span className="grid">
        {/* Both words hold the place, so that nothing moves when the session becomes known; one is invisible to everybody. */}
        <span className={`col-start-1 row-start-1 ${loggedIn ? 'invisible' : ''}`}>{connect}</span>
        <span className={`col-start-1 row-start-1 ${loggedIn ? '' : 'invisible'}`}>{account}</span>
      </span>
    </button>
  );
}

/**
 * A link that is marked if it leads to the current page. The mark is set after hydration, because the server sees the
 * internal path of an English page, which differs from the browser's.
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
