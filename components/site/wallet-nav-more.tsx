'use client';

import { usePathname } from 'next/navigation';
import { type ReactNode, useEffect, useRef } from 'react';

/** Further links, folded up unless one is on one of their pages. Works without script. */
export function WalletNavMore({
  label,
  paths,
  children,
}: {
  label: string;
  paths: readonly string[];
  children: ReactNode;
}) {
  const pathname = usePathname();
  const details = useRef<HTMLDetailsElement>(null);
  const isInside = paths.includes(pathname);
  useEffect(() => {
    if (isInside && details.current) details.current.open = true;
  }, [isInside]);
  return (
    <details ref={details} className="open:w-full">
      <summary className="nav-link cursor-pointer px-0!">{label}</summary>
      {children}
    </details>
  );
}
