import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { SiteFooter } from './footer/site-footer';
import { SiteHeader } from './header/site-header';

/** A skip link to the page's `main`, whose ID is `content`. */
export function SkipLink() {
  const t = useTranslations('shell');
  return (
    <a
      href="#content"
      className="fixed start-4 top-2 z-40 -translate-y-20 rounded-sharp bg-ink px-4 py-3 text-paper focus:translate-y-0 embedded:hidden print:hidden"
    >
      {t('skip')}
    </a>
  );
}

/**
 * Skip link, header, the page's only `main`, and footer. Pages contain sections and no `main`. In an embed shell, only
 * `main` is shown, inset by the device's safe areas (SITE-11).
 */
export function SiteShell({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col print:min-h-0">
      <SkipLink />
      <SiteHeader />
      <main
        id="content"
        className="grow embedded:pt-[env(safe-area-inset-top)] embedded:pr-[env(safe-area-inset-right)] embedded:pb-[env(safe-area-inset-bottom)] embedded:pl-[env(safe-area-inset-left)]"
      >
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}
