import type { Messages } from 'next-intl';
import type { Locale } from '@/lib/i18n/routing';
import { draftWording } from '@/lib/preview/draft-wording';

/** The door's texts. None has a placeholder: they are shown as they are, without the code that fills those in. */
export type DoorWording = Messages['wallet']['connect'];

/** Of each catalogue the door's part alone: the whole is four times as heavy as the door. */
const published = {
  en: () => import('./en.wording'),
  'zh-Hant': () => import('./zh-hant.wording'),
} satisfies Record<Locale, () => Promise<{ wording: DoorWording }>>;

/** The door's texts in a language, those of the preview that a page may be. @throws where they cannot be fetched. */
export async function loadDoorWording(locale: Locale): Promise<DoorWording> {
  return draftWording()?.wallet.connect ?? (await published[locale]()).wording;
}
