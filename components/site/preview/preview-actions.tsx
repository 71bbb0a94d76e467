import { useLocale, useTranslations } from 'next-intl';
import { buttonClass } from '@/components/ui/button';
import { endonym, routing } from '@/lib/i18n/routing';

/**
 * The page at hand in each other language, and the way out. The server knows the page by the request's referrer: that
 * stays right while one goes from page to page, and costs public pages no code.
 */
export function PreviewActions() {
  const t = useTranslations('preview');
  const locale = useLocale();
  const others = routing.locales.filter((other) => other !== locale);
  return (
    <div className="-mx-4 flex flex-wrap items-center sm:ms-auto">
      {others.map((other) => (
        <a
          key={other}
          href={`/api/preview/language?locale=${other}`}
          referrerPolicy="same-origin"
          className={buttonClass({ variant: 'plain', size: 'small' })}
        >
          {others.length === 1 ? t('language') : <span lang={other}>{endonym(other)}</span>}
        </a>
      ))}
      <form method="post" action="/api/preview/exit">
        <input type="hidden" name="locale" value={locale} />
        <button type="submit" className={buttonClass({ variant: 'plain', size: 'small' })}>
          {t('leave')}
        </button>
      </form>
    </div>
  );
}
