import { takePageParam } from '@/lib/browser/page-params';
import { INVITE_CODE } from '@/lib/constants';
import { readStored, writeStored } from '@/lib/preferences/storage';

/** Query parameter of an invite link. */
const PARAMETER = 'invite';
const KEY = 'invitation';

const wellFormed = new RegExp(`^[${INVITE_CODE.alphabet}]{${INVITE_CODE.characters}}$`);

/** Returns the invite link: the wallet page's URL with the invite code added. */
export function inviteLink(walletAddress: string, code: string): string {
  const url = new URL(walletAddress);
  url.searchParams.set(PARAMETER, code);
  return url.href;
}

/**
 * Stores the invite code from the page's URL on this device until an account can use it, and removes it from the URL.
 * An invalid code is discarded.
 */
export function keepInvitation(): void {
  const code = takePageParam(PARAMETER)?.toUpperCase();
  if (code !== undefined && wellFormed.test(code)) writeStored(KEY, code);
}

/** Removes the invite code stored on this device and returns it, or null if there is none. */
export function takeInvitation(): string | null {
  const code = readStored(KEY);
  if (code !== null) writeStored(KEY, null);
  return code !== null && wellFormed.test(code) ? code : null;
}
