import { useLocale, useTranslations } from 'next-intl';
import { getBusinessLines } from '@/lib/content/content';
import { routes } from '@/lib/routes';
import { ArtPicture } from '../art/art-picture';
import { menuField } from '../art/fields';
import { Preferences } from '../header/preferences';
import { SiteLink } from '../site-link';
import { headerTargets, legalTargets } from '../site-targets';

/** Content of the side menu below 768 px. Following any link closes the drawer. */
export function MenuContent() {
  const t = useTranslations('shell');
  const lines = getBusinessLines(useLocale());
  return (
    <nav aria-label={t('menuNav')} className="flex grow flex-col overflow-x-clip">
      <div className="flex items-center gap-2 px-4">
        <Preferences />
      </div>
      <ul className="px-6 pt-2">
        {headerTargets.map(({ name, href }) => (
          <li key={name} className="border-b border-line">
            <SiteLink href={href} className="flex min-h-14 items-center font-display text-xl">
              {/* The wallet, which has this menu too, has a page called Home. */}
              {t(name === 'home' ? 'website' : name)}
            </SiteLink>
            {name === 'lines' && (
              <ul className="mb-3 border-s border-line">
                {lines.map(({ value, label }) => (
                  <li key={value}>
                    <SiteLink
                      href={routes.businessLine(value)}
                      className="flex min-h-11 items-center py-2 ps-4 text-sm leading-snug text-muted hover:text-ink"
                    >
                      {label}
                    </SiteLink>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      <ul className="mt-2 flex flex-wrap gap-x-6 px-6">
        {legalTargets.map(({ name, href }) => (
          <li key={name}>
            <SiteLink href={href} className="flex min-h-11 items-center text-sm text-muted hover:text-ink">
              {t(name)}
            </SiteLink>
          </li>
        ))}
      </ul>
      <ArtPicture art={menuField} className="mt-auto h-36 w-full text-tide" />
    </nav>
  );
}
