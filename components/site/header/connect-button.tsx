'use client';

import { Button } from '@/components/ui/button';
import { useSession } from '@/lib/session';
import { openWallet, prefetchWallet } from '../wallet-door';

/** Opens the wallet dialog. Its code is fetched when the pointer, focus or a finger comes near. */
export function ConnectButton({ connect, account }: { connect: string; account: string }) {
  const loggedIn = useSession((state) => state.token !== null);
  return (
    <Button
      variant="primary"
      size="small"
      onPointerEnter={prefetchWallet}
      onFocus={prefetchWallet}
      onTouchStart={prefetchWallet}
      onClick={openWallet}
      aria-haspopup="dialog"
    >
      {loggedIn ? account : connect}
    </Button>
  );
}
