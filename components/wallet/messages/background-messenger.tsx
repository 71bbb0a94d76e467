import type { Address } from 'viem';
import { useWebsite } from '@/lib/api/hooks';
import { useMessenger } from './use-messenger';

/** Runs an account's messenger so that calls can ring. The messages page reports an error if it can't be opened. */
export function BackgroundMessenger({ account }: { account: Address }) {
  const { data } = useWebsite();
  useMessenger(account, data?.messages?.site === window.location.host);
  return null;
}
