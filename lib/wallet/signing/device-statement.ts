import { isAddress, isAddressEqual } from 'viem';
import { MAX_VALIDITY_S, MESSAGES_DOMAIN } from '@/lib/messages/protocol/device-binding';
import type { SigningContext } from './context';
import { type Finding, found } from './finding';
import { encodedType } from './known-types';
import type { TypedDataRequest } from './parse-typed-data';

/** What the messages page asks the account to sign. `until` is in seconds since the epoch. */
export type DeviceStatement = { kind: 'binding'; until: number } | { kind: 'revocation' };

const BINDING = 'DeviceBinding(string site,address account,bytes32 deviceKey,uint64 created,uint64 expires)';
const REVOCATION = 'DeviceRevocation(string site,address account,bytes32 deviceKey,uint64 at)';
const DOMAIN = 'EIP712Domain(string name,string version,uint256 chainId)';

/** Returns whether a message is a statement about a device, whoever asks for it and however it is written. */
export const isDeviceStatement = ({ domain, primaryType }: TypedDataRequest): boolean =>
  domain.name === MESSAGES_DOMAIN && ['DeviceBinding', 'DeviceRevocation'].includes(primaryType);

/**
 * Warns of a statement that makes a device speak for the account in encrypted messages, or revokes one, if anything but the
 * messages page asks for it. Whoever gets the signature has the device.
 */
export function deviceFindings(request: TypedDataRequest, context: SigningContext): Finding[] {
  if (context.isMessagesPage || !isDeviceStatement(request)) return [];
  return [found(request.primaryType === 'DeviceBinding' ? 'messagesDevice' : 'messagesRevocation')];
}

/**
 * Returns what the messages page asks for, if the message is exactly that: its own types, for this site and account, and
 * valid no longer than a binding may be. Every field is then understood. Returns null for any other message.
 */
export function ownDeviceStatement(
  request: TypedDataRequest,
  { account, origin, now, isMessagesPage }: SigningContext,
): DeviceStatement | null {
  const { domain, structs, message } = request;
  if (!isMessagesPage || !isDeviceStatement(request) || domain.version !== '1') return null;
  if (encodedType({ structs, primaryType: 'EIP712Domain' }) !== DOMAIN) return null;
  const isOwn =
    message.site === new URL(origin).host &&
    typeof message.account === 'string' &&
    isAddress(message.account) &&
    isAddressEqual(message.account, account);
  if (!isOwn) return null;
  const type = encodedType(request);
  if (type === REVOCATION) return { kind: 'revocation' };
  const { expires } = message;
  const isUsual = typeof expires === 'bigint' && expires > now && expires <= now + BigInt(MAX_VALIDITY_S);
  return type === BINDING && isUsual ? { kind: 'binding', until: Number(expires) } : null;
}
