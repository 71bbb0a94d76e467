import { useEffect, useState } from 'react';
import { useDeviceAccount } from '@/lib/messages/views/account-marks';
import type { ConversationLink, Sent } from './conversation-link';

type Loaded = { Link: typeof ConversationLink };
let loaded: Loaded | null = null;

/**
 * Link to the conversation from which a transaction was sent. Loads no messaging code for accounts that haven't turned
 * on messages in this browser.
 */
export function LazyConversationLink(sent: Sent) {
  const account = useDeviceAccount();
  const isNeeded = account !== null;
  const [code, setCode] = useState(loaded);
  useEffect(() => {
    if (!isNeeded || code) return;
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
  }, [isNeeded, code]);
  return code && account ? <code.Link account={account} sent={sent} /> : null;
}
