import { useEffect, useEffectEvent } from 'react';
import { useWebsite } from '@/lib/api/hooks';
import { notificationAccess } from '@/lib/browser/notifications';
import { usePriceAlerts } from '@/lib/prices/price-alerts';
import { useSession } from '@/lib/session/session';
import { readPushChoice, usePushChoice } from '@/lib/wallet/push/push-choice';
import { canPush, renewPush, unsubscribeFromPush } from '@/lib/wallet/push/push-subscription';

/** What the server stores of the price alerts, as text. */
const useAlertsText = () =>
  usePriceAlerts(({ entries }) => entries.flatMap(({ id, toldAt }) => (toldAt === null ? [id] : [])).join());

function Keep({ account, pushKey }: { account: string; pushKey: string }) {
  const chosen = usePushChoice(account);
  const alerts = useAlertsText();
  const keep = useEffectEvent(async () => {
    const kinds = readPushChoice(account);
    if (kinds.length > 0 && notificationAccess() === 'granted') await renewPush(pushKey, kinds);
    // Another account's, whose session has expired in this browser, or one that couldn't be ended before.
    else await unsubscribeFromPush();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the server stores the alerts only with the consent for that kind
  useEffect(() => {
    // The next visit tries again.
    keep().catch(() => undefined);
  }, [account, pushKey, chosen.includes('alerts') ? alerts : '']);
  return null;
}

/** Renews this browser's push subscription for the signed-in account, and ends one that is another account's or was turned off. */
export function PushKeeper() {
  const account = useSession(({ token, account: owner }) => (token === null ? null : owner));
  const key = useWebsite().data?.push?.key;
  return account && key && canPush() ? <Keep account={account} pushKey={key} /> : null;
}
