import { useEffect, useState } from 'react';
import type { Address } from 'viem';
import { useSession } from '@/lib/session/session';
import { useDeviceMarks } from '@/lib/wallet/messages/account-marks';
import type { ConversationLink, Sent } from './conversation-link';

type Loaded = { Link: typeof ConversationLink };
let loaded: Loaded | null = null;

/**
 * Link to the conversation from which a transaction was sent. Loads no messaging code for accounts that haven't turned
 * on messages in this browser.
 */
export function LazyConversationLink(sent: Sent) {
  const account = useSession((state) => (state.token === null ? null : state.account));
  const hasDevice = useDeviceMarks(
    ({ entries }) => account !== null && entries.includes(account.toLowerCase()),
  );
  const [code, setCode] = useState(loaded);
  useEffect(() => {
    if (!hasDevice || code) return;
    let isShown = true;
    import('./conversation-link').then(
      ({ ConversationLink: Link }) => {
        loaded = { Link };
        if (isShown) setCode(loaded);
      },
      // The next page retries.
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [hasDevice, code]);
  return code && hasDevice && account ? <code.Link account={account as Address} sent={sent} /> : null;
}
