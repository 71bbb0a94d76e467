import { announceDemoWallet } from '@/components/wallet/demo-wallet/announce-demo-wallet';
import { Door } from '@/components/wallet/door/door';
import { loadDoorWording } from '@/components/wallet/door/door-wording';
import type { Locale } from '@/lib/i18n/routing';

/** The wallet's light first part with its texts: the dialog in which a wallet is chosen. @throws where they cannot be fetched. */
export async function loadDoor(locale: Locale) {
  announceDemoWallet();
  return { Door, wording: await loadDoorWording(locale) };
}

/**
 * What is behind the door. Asked for from here alone, so that it is bundled without what the door has brought already.
 * @throws where the code or the API cannot be reached.
 */
export const loadIsland = async (locale: Locale) => (await import('./load-island')).loadIsland(locale);
