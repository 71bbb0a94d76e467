import type { Portrait } from '@/lib/art/portrait';
import { LEADERSHIP_LIMIT } from '@/lib/constants';
import type { Locale } from '@/lib/i18n/routing';
import { content } from './content';

export type Leader = {
  /** Stable over both languages; names the fragment of the bio. */
  key: string;
  img: Portrait & { alt: string };
  /** The person's name. */
  label: string;
  /** The person's title. */
  name: string;
  /** The bio, one entry a paragraph. */
  text: readonly string[];
  show: boolean;
};

/** The shown entries in their order, at most three whatever the data holds. */
export function selectLeaders(leaders: readonly Leader[]): Leader[] {
  return leaders.filter((leader) => leader.show).slice(0, LEADERSHIP_LIMIT);
}

/** The leadership list of a locale as the about page shows it. */
export function getLeaders(locale: Locale): Leader[] {
  return selectLeaders(content[locale].leadership);
}
