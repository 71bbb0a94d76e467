'use client';

import NextLink from 'next/link';
import { usePathname } from 'next/navigation';
import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Scrolls a row so that a partly hidden link is centered, without scrolling the page. */
function centreInRow(link: HTMLElement): void {
  const row = link.closest('ul');
  if (!row) return;
  const [within, around] = [link.getBoundingClientRect(), row.getBoundingClientRect()];
  const { scrollPaddingLeft, scrollPaddingRight } = getComputedStyle(row);
  const isWhole =
    within.left >= around.left + (Number.parseFloat(scrollPaddingLeft) || 0) - 1 &&
    within.right <= around.right - (Number.parseFloat(scrollPaddingRight) || 0) + 1;
  if (isWhole) return;
  const off = (within.left + within.right - around.left - around.right) / 2;
  row.scrollBy({ left: off, behavior: 'instant' });
}

/** A link between wallet pages. The link to the current page is marked after hydration, as in the header. */
export function WalletNavLink({ href, children }: { href: string; children: ReactNode }) {
  const pathname = usePathname();
  const link = useRef<HTMLAnchorElement>(null);
  const [current, setCurrent] = useState(false);
  useEffect(() => {
    const isHere = pathname === href;
    setCurrent(isHere);
    if (isHere && link.current) centreInRow(link.current);
  }, [pathname, href]);
  return (
    <NextLink
      ref={link}
      href={href}
      prefetch={false}
      aria-current={current ? 'page' : undefined}
      // Scroll only on keyboard focus, because the row must not move under the user's finger.
      onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && centreInRow(currentTarget)}
      className="nav-link px-0!"
    >
      {children}
    </NextLink>
  );
}
