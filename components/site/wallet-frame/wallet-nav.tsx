import NextLink from 'next/link';
import { type Locale, useLocale, useTranslations } from 'next-intl';
import { Icon } from '@/components/ui/icon';
import { hasDapps } from '@/lib/content/dapps';
import { claims } from '@/lib/content/website';
import { getPathname } from '@/lib/i18n/navigation';
import { type WalletPage, walletPath, walletSections } from '@/lib/routes';
import { COUNT_PLACE } from '../site-dialog-props';
import { UnreadMark } from './unread-mark';
import './wallet-nav.css';

type Section = (typeof walletSections)[number];

const icons: Record<Section['name'], string> = {
  home: 'M3 11c3-3.5 6-3.5 9 0s6 3.5 9 0M5.500 13.500V20h13v-6.500M5.500 8.500 12 3.500l6.500 5',
  assets:
    'm12 3.500 8.500 4.250L12 12 3.500 7.750 12 3.500ZM3.500 12 12 16.250 20.500 12M3.500 16.250 12 20.500l8.500-4.250',
  trade: 'M4 8h14.500m-4-4 4 4-4 4M20 16H5.500m4-4-4 4 4 4',
  earn: 'M3.500 19.500c4.500 0 6-2.500 8-6.500s4-7.500 9-7.500m-4.500-2 4.500 2-2 4.500M3.500 15c2.500 0 4-1.500 5-3.500',
  pay: 'M4 11 20 4l-6 16-3-6.500L4 11Zm7 2.500L20 4',
  messages: 'M4 5h16v11h-9l-4.500 4v-4H4V5Zm4 4h8m-8 3h5',
};

/** Returns the navigation section for a page. The transaction page belongs to Activity's section, the fees page and the settings to Home. */
function sectionOf(page: WalletPage): Section {
  const wanted = page === 'transaction' ? 'activity' : page;
  return walletSections.find(({ pages }) => pages.some((own) => own === wanted)) ?? walletSections[0];
}

/** Pages that nothing leads to: DApps if none are listed, and messages and cards unless the operator says that the site has them. */
const hidden: readonly WalletPage[] = [
  ...(hasDapps ? [] : ['dapps' as const]),
  ...(claims.messages === null ? ['messages' as const] : []),
  ...(claims.card === null ? ['card' as const] : []),
];

const shownPages = ({ pages }: Section): readonly WalletPage[] =>
  (pages as readonly WalletPage[]).filter((page) => !hidden.includes(page));

const shownSections = walletSections.filter((section) => shownPages(section).length > 0);

/** Returns whether narrow screens show links to the section's pages above the page content. */
export const hasSectionTabs = (page: WalletPage) =>
  shownPages(sectionOf(page)).length > 1 && page !== 'transaction';

function PageLinks({ section, page }: { section: Section; page: WalletPage }) {
  const t = useTranslations('wallet');
  const locale: Locale = useLocale();
  return shownPages(section).map((own) => (
    <li key={own}>
      <NextLink
        href={getPathname({ href: walletPath(own), locale })}
        aria-current={own === page ? 'page' : undefined}
        className="nav-link section-link"
      >
        {t(`${own}.title`)}
      </NextLink>
    </li>
  ));
}

/**
 * Links to the wallet's sections. Wide screens show a rail that includes the current section's pages. Other screens
 * show a tab bar at the bottom of the window.
 */
export function WalletNav({ page }: { page: WalletPage }) {
  const t = useTranslations('wallet');
  const locale: Locale = useLocale();
  const current = sectionOf(page);
  return (
    <nav aria-label={t('nav')} className="wallet-nav">
      <ul>
        {shownSections.map((section) => {
          const { name } = section;
          const pages = shownPages(section);
          const [first] = section.pages;
          const isCurrent = section === current;
          return (
            <li key={name}>
              <NextLink
                href={getPathname({ href: walletPath(first), locale })}
                aria-current={
                  isCurrent ? (page === first && pages.length === 1 ? 'page' : 'true') : undefined
                }
                className="wallet-nav-section"
              >
                <Icon path={icons[name]} />
                <span>{t(`section.${name}`)}</span>
                {name === 'messages' ? (
                  <UnreadMark text={t('messages.unreadCount', { count: COUNT_PLACE })} />
                ) : null}
              </NextLink>
              {isCurrent && pages.length > 1 ? (
                <ul className="wallet-nav-pages">
                  <PageLinks section={section} page={page} />
                </ul>
              ) : null}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** Links to the current section's pages, shown above the page content on narrow screens. */
export function SectionTabs({ page }: { page: WalletPage }) {
  const t = useTranslations('wallet');
  const section = sectionOf(page);
  if (shownPages(section).length === 1) return null;
  return (
    <nav aria-label={t(`section.${section.name}`)} className="section-tabs">
      <ul>
        <PageLinks section={section} page={page} />
      </ul>
    </nav>
  );
}
