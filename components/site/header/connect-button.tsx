'use client';

import { useSession } from '@/lib/session/session';
import { nearWallet, openWallet } from '../wallet-door';

/** Opens the wallet dialog. Its code is fetched when the pointer, focus or a finger comes near. */
export function ConnectButton({
  connect,
  account,
  className,
}: {
  connect: string;
  account: string;
  /** From the server, so that the table of button styles stays there. */
  className: string;
}) {
  const loggedIn = useSession((state) => state.token !== null);
  return (
    <button
      type="button"
      className={className}
      onPointerEnter={nearWallet}
      onFocus={nearWallet}
      onTouchStart={nearWallet}
      onClick={openWallet}
      aria-haspopup="dialog"
      data-dialog="wallet"
    >
      <span className="grid">
        {/* Both words hold the place, so that nothing moves when the session becomes known; one is invisible to everybody. */}
        <span className={`col-start-1 row-start-1 ${loggedIn ? 'invisible' : ''}`}>{connect}</span>
        <span className={`col-start-1 row-start-1 ${loggedIn ? '' : 'invisible'}`}>{account}</span>
      </span>
    </button>
  );
}
