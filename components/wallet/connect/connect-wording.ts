import type { Messages } from 'next-intl';
import type { Locale } from '@/lib/i18n/routing';
import { draftWording } from '@/lib/preview/draft-wording';
import { load } from './connect.wording';

/** The connect dialog's strings. None has a placeholder, so they need no formatting code. */
export type ConnectWording = Messages['wallet']['connect'];

/**
 * Loads the connect dialog's strings, from the current preview if there is one. Loads no others, because the whole
 * message file would be four times as large as the dialog's code.
 * @throws if they cannot be fetched.
 */
export async function loadConnectWording(locale: Locale): Promise<ConnectWording> {
  return draftWording()?.wallet.connect ?? (await load[locale]()).wording;
}
