'use client';

import NextLink from 'next/link';
import { usePathname } from 'next/navigation';
import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Brings a link to the middle of its row, where that scrolls and shows only a part of it. The page itself stays. */
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

/** A link between the wallet's pages. As in the header's, the mark of the page one is on is set after hydration. */
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
      // For keyboard only: it must not move under a finger.
      onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && centreInRow(currentTarget)}
      className="nav-link px-0!"
    >
      {children}
    </NextLink>
  );
}
