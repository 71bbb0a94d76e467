import type { Messages } from 'next-intl';
import type { Locale } from '@/lib/i18n/routing';
import { draftWording } from '@/lib/preview/draft-wording';
import { load } from './connect.wording';

/** The connect dialog's strings. None of them has placeholders, so they need no formatting code. */
export type ConnectWording = Messages['wallet']['connect'];

/**
 * Loads only the connect dialog's strings (from the current preview, if there is one), because the full message file
 * would be four times the size of the dialog's code.
 * @throws if the strings cannot be fetched.
 */
export async function loadConnectWording(locale: Locale): Promise<ConnectWording> {
  return draftWording()?.wallet.connect ?? (await load[locale]()).wording;
}
