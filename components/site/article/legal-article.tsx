import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { getLegalText } from '@/lib/content/content';
import type { LegalName } from '@/lib/content/types';
import { routes } from '@/lib/routes';
import { Article } from './article';

/** The terms or the privacy policy, with its date. */
export function LegalArticle({ name }: { name: LegalName }) {
  const t = useTranslations('article');
  const format = useFormatter();
  const { updated, ...text } = getLegalText(useLocale(), name);
  const day = format.dateTime(new Date(updated), { dateStyle: 'long' });
  return (
    <Article {...text} path={routes[name]} seed={name === 'terms' ? 71 : 77}>
      <p className="mt-4 text-muted">
        <time dateTime={updated}>{t('updated', { date: day })}</time>
      </p>
    </Article>
  );
}
