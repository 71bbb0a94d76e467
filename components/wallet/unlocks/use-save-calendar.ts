import { type Locale, useLocale, useTranslations } from 'next-intl';
import type { Address } from 'viem';
import type { ChainMapping } from '@/lib/api/types';
import { saveFile } from '@/lib/browser/save-file';
import { formatAmount } from '@/lib/format/amount';
import { calendarText } from '@/lib/format/icalendar';
import { getPathname } from '@/lib/i18n/navigation';
import { type Unlock, unlockUid } from '@/lib/wallet/unlocks/plan-unlocks';
import { unlockPath } from './unlock-paths';

/** Saves unlocks as a calendar file, in the page's language. */
export function useSaveCalendar(
  account: Address,
  chains: readonly ChainMapping[],
): (unlocks: readonly Unlock[]) => void {
  const t = useTranslations('wallet.unlocks');
  const locale: Locale = useLocale();
  return (unlocks) => {
    const events = unlocks.map((unlock) => {
      const { kind, chainId, at, amount, token } = unlock;
      const network = chains.find(({ id }) => id === chainId)?.name ?? String(chainId);
      const text = `${formatAmount(amount, token.decimals, locale, token.decimals)} ${token.symbol}`;
      const url = new URL(getPathname({ locale, href: unlockPath(unlock) }), window.location.origin).href;
      return {
        uid: unlockUid(unlock, account),
        at,
        summary: t('event', { what: t(`kind.${kind}`), amount: text }),
        description: t('eventNote', { note: t(`note.${kind}`), network, url }),
        url,
      };
    });
    saveFile(
      'tidewell-unlocks.ics',
      new Blob([calendarText(t('calendar'), events, new Date())], { type: 'text/calendar;charset=utf-8' }),
    );
  };
}
