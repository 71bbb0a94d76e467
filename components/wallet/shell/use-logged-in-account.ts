import type { Address } from 'viem';
import { useConnection } from 'wagmi';
import { useSession } from '@/lib/session/session';

/** The account that is connected and logged in. */
export function useLoggedInAccount(): Address | undefined {
  const loggedIn = useSession((state) => state.token !== null);
  const { address } = useConnection();
  return loggedIn ? address : undefined;
}
