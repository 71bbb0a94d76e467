import type { ReactNode } from 'react';

/** An external link in a new tab; anything but an http(s) URL becomes plain text. */
export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  if (!/^https?:\/\//.test(href)) return <span>{children}</span>;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="text-sm text-water underline underline-offset-4"
    >
      {children}
    </a>
  );
}
