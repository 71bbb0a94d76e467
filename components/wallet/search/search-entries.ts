import { useRouter } from 'next/navigation';
import { type Locale, useLocale, useTranslations } from 'next-intl';
import { useTheme } from 'next-themes';
import { useEffect } from 'react';
import { useCoins, useWebsite } from '@/lib/api/hooks';
import { openDialog } from '@/lib/browser/dialogs';
import { dapps, hasDapps, localText } from '@/lib/content/dapps';
import { claims } from '@/lib/content/website';
import { shortAddress } from '@/lib/evm/address';
import { getPathname } from '@/lib/i18n/navigation';
import { setVisit } from '@/lib/preferences/visit';
import { routes, walletPages, walletPath } from '@/lib/routes';
import { useSession } from '@/lib/session/session';
import { byName, useContacts, watchContacts } from '@/lib/wallet/contacts/contacts';

/** A search result. */
export type SearchEntry = {
  id: string;
  label: string;
  /** Secondary text next to the label. The search also matches this text. */
  hint?: string;
  /** Text that the search matches, but doesn't show: other words for the same thing. */
  words?: string;
  /** Icon URL. Only tokens have icons. */
  icon?: string;
  /** Whether it's made of the typed text, so that it always matches. */
  isPasted?: boolean;
  run: () => void;
};

export type SearchGroup = {
  name: 'pasted' | 'actions' | 'pages' | 'dapps' | 'contacts' | 'tokens';
  items: SearchEntry[];
};

/** Pages that people look for by other words than their titles. */
const WORDED = ['activity', 'approvals', 'coins', 'earn', 'fees', 'portfolio', 'recovery', 'swap'] as const;
type WordedPage = (typeof WORDED)[number];
const isWorded = (page: string): page is WordedPage => (WORDED as readonly string[]).includes(page);

/**
 * Pages that the search doesn't offer: one requires URL parameters, one is empty without listed DApps, and cards are left out
 * unless the operator says that the site has them.
 */
const UNLISTED = new Set<string>([
  'transaction',
  ...(hasDapps ? [] : ['dapps']),
  ...(claims.card === null ? ['card'] : []),
]);

/** React hook that returns a function that navigates to a path from lib/routes.ts in the current language. */
export function useGo(): (href: string) => void {
  const router = useRouter();
  const locale: Locale = useLocale();
  return (href) => router.push(getPathname({ locale, href }));
}

function useActions(): SearchEntry[] {
  const t = useTranslations('wallet');
  const go = useGo();
  const { setTheme } = useTheme();
  const isSignedIn = useSession((state) => state.token !== null);
  const action = (id: string, label: string, run: () => void): SearchEntry => ({ id, label, run });
  const switchTheme = () => {
    setTheme(document.documentElement.classList.contains('dark') ? 'light' : 'dark');
    setVisit('theme', null);
  };
  const account = isSignedIn
    ? [
        action('deposit', t('search.action.deposit'), () => openDialog('deposit')),
        action('withdraw', t('search.action.withdraw'), () => openDialog('withdraw')),
        action('account', t('search.action.account'), () => openDialog('wallet')),
      ]
    : [action('connect', t('search.action.connect'), () => openDialog('wallet'))];
  return [
    ...account,
    action('send', t('search.action.send'), () => go(`${routes.pay}?tab=pay`)),
    action('receive', t('search.action.receive'), () => go(routes.pay)),
    action('announcements', t('search.action.announcements'), () => openDialog('announcements')),
    action('theme', t('search.action.theme'), switchTheme),
    action('language', t('search.action.language'), () => openDialog('language')),
    action('currency', t('search.action.currency'), () => openDialog('fiat')),
  ];
}

/** React hook that returns all search entries that don't depend on the typed text: actions, pages, DApps, contacts, and tokens. */
export function useSearchGroups(): SearchGroup[] {
  const t = useTranslations('wallet');
  const locale: Locale = useLocale();
  const go = useGo();
  const actions = useActions();
  const { data: coins = [] } = useCoins();
  const hasMessages = Boolean(useWebsite().data?.messages);
  const contacts = useContacts((state) => state.entries);
  useEffect(watchContacts, []);
  const pages = (['overview', ...walletPages] as const)
    .filter((page) => !UNLISTED.has(page) && (page !== 'messages' || hasMessages))
    .map((page) => ({
      id: page,
      label: t(`${page}.title`),
      ...(isWorded(page) ? { words: t(`search.words.${page}`) } : {}),
      run: () => go(walletPath(page)),
    }));
  const groups: SearchGroup[] = [
    { name: 'actions', items: actions },
    { name: 'pages', items: pages },
    {
      name: 'dapps',
      items: dapps.map(({ slug, name, description }) => ({
        id: slug,
        label: localText(name, locale),
        hint: localText(description, locale),
        run: () => go(`${routes.dapps}?dapp=${slug}`),
      })),
    },
    {
      name: 'contacts',
      items: byName(contacts, locale).map(({ name, address }) => ({
        id: address,
        label: t('search.payContact', { name }),
        hint: shortAddress(address),
        words: address,
        run: () => go(`${routes.pay}?tab=pay&request=${address}`),
      })),
    },
    {
      name: 'tokens',
      items: coins.map(({ id, symbol, name, icon }) => ({
        id: String(id),
        label: symbol,
        hint: name,
        icon,
        run: () => go(routes.coin(id)),
      })),
    },
  ];
  return groups.filter(({ items }) => items.length > 0);
}
