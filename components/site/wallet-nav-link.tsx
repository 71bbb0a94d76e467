'use client';

import NextLink from 'next/link';
import { usePathname } from 'next/navigation';
import { type ReactNode, useEffect, useState } from 'react';

/** A link between the wallet's pages. As in the header's, the mark of the page one is on is set after hydration. */
export function WalletNavLink({ href, children }: { href: string; children: ReactNode }) {
  const pathname = usePathname();
  const [current, setCurrent] = useState(false);
  useEffect(() => setCurrent(pathname === href), [pathname, href]);
  return (
    <NextLink
      href={href}
      prefetch={false}
      aria-current={current ? 'page' : undefined}
      className="nav-link px-0!"
    >
      {children}
    </NextLink>
  );
}
