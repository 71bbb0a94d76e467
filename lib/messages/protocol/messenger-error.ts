/** Why an action failed. The interface has a text for each reason. */
export type MessengerReason =
  /** The server is unreachable. Messages stay in the outbox. Other actions have to be repeated. */
  | 'offline'
  /** The server rejected the request, for example because of a rate limit or a full queue. */
  | 'server'
  /** This browser has no device for the account yet, or the device was revoked. */
  | 'noDevice'
  /** The other account hasn't turned on messages, or all of its key packages have expired. */
  | 'notReachable'
  /** The queues of all recipient devices are full, because they have been offline for long. */
  | 'notDelivered'
  /** The roles of the conversation don't allow it. */
  | 'notAllowed'
  /** The device is no longer a member of the conversation. */
  | 'notMember'
  /** The account is blocked, or has blocked this one. */
  | 'blocked'
  /** An account's devices changed, and the user has to accept the change first. */
  | 'identity'
  /** A contract account in the conversation no longer confirms its device, and this account may not remove it. */
  | 'unconfirmed'
  /** The security code changed after it was displayed. */
  | 'codeChanged'
  /** Other members kept changing the conversation at the same time. */
  | 'busy'
  /** The conversation has too many devices, or an account has too many or too long signatures. */
  | 'full'
  /** The text is empty or too long, or the conversation has too many members. */
  | 'invalid'
  /** The passphrase is wrong, or the file isn't a backup of this account. */
  | 'backup'
  /** The account has reached its limit of uploaded images. */
  | 'imageLimit'
  /** The server has deleted the image. */
  | 'gone'
  /** The image doesn't match its message. */
  | 'broken'
  /** The browser's storage is full. */
  | 'storage';

/** Thrown by all messenger actions. `reason` selects the text to show. */
export class MessengerError extends Error {
  override name = 'MessengerError';
  constructor(
    readonly reason: MessengerReason,
    options?: ErrorOptions,
  ) {
    super(reason, options);
  }
}

/**
 * Returns whether an error also prevents all other work: an unreachable server, a storage failure, or a revoked device.
 */
export const isFinal = (error: unknown): boolean =>
  error instanceof DOMException ||
  (error instanceof MessengerError && (error.reason === 'offline' || error.reason === 'noDevice'));
