'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { buttonClass } from '@/components/ui/button';
import { getPathname } from '@/lib/i18n/navigation';
import { type Locale, langKeyByLocale, routing, withoutLocale } from '@/lib/i18n/routing';

/** The same page in the other language, and the way out. Both load the page anew, and both work without JavaScript. */
export function PreviewActions({
  locale,
  wording,
}: {
  locale: Locale;
  wording: { language: string; leave: string };
}) {
  const path = withoutLocale(usePathname());
  const search = useSearchParams();
  return (
    <div className="ms-auto flex flex-wrap items-center">
      {routing.locales
        .filter((other) => other !== locale)
        .map((other) => {
          // Named, so that a stored language does not lead back.
          const query = new URLSearchParams(search);
          query.set('lang', langKeyByLocale[other]);
          return (
            <a
              key={other}
              href={`${getPathname({ href: path, locale: other })}?${query}`}
              className={buttonClass({ variant: 'plain', size: 'small' })}
            >
              {wording.language}
            </a>
          );
        })}
      <form method="post" action="/api/preview/exit">
        <input type="hidden" name="path" value={path} />
        <input type="hidden" name="locale" value={locale} />
        <button type="submit" className={buttonClass({ variant: 'plain', size: 'small' })}>
          {wording.leave}
        </button>
      </form>
    </div>
  );
}
