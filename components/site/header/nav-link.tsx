'use client';

import NextLink from 'next/link';
import { usePathname } from 'next/navigation';
import { type ReactNode, useEffect, useState } from 'react';

/**
 * A link that knows when it leads to the page one is on. The mark is set after hydration: on the server an English page
 * has its inner address, so a comparison there would not match the browser's.
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
