import { useFormatter, useTranslations } from 'next-intl';

const MOST_NAMES = 8;

/** Writes names as a list in the reader's language: of many the first, and how many others there are. */
export function useShortList(): (names: readonly string[]) => string {
  const t = useTranslations('wallet.list');
  const format = useFormatter();
  return (names) => {
    const others = names.length > MOST_NAMES ? names.length - MOST_NAMES + 1 : 0;
    const told = names.slice(0, names.length - others);
    return format.list(others > 0 ? [...told, t('others', { count: others })] : told);
  };
}
