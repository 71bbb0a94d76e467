import type { Messages } from 'next-intl';
import type { Locale } from '@/lib/i18n/routing';
import { draftWording } from '@/lib/preview/draft-wording';
import { load } from './connect.wording';

/** The door's texts. None has a placeholder: they are shown as they are, without the code that fills those in. */
export type ConnectWording = Messages['wallet']['connect'];

/**
 * The door's texts in a language, those of the preview that a page may be. The whole message file would be four times as
 * heavy as the door. @throws where they cannot be fetched.
 */
export async function loadConnectWording(locale: Locale): Promise<ConnectWording> {
  return draftWording()?.wallet.connect ?? (await load[locale]()).wording;
}
