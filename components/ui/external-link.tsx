import type { ReactNode } from 'react';

/** An external link that opens in a new tab. If `href` isn't an http(s) URL, only the text is rendered. */
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
