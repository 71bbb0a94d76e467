import { decodeGroupState, encodeGroupState } from 'ts-mls';
import type { Trust } from '@/lib/messages/protocol/device-binding';
import { clientConfig } from './device';
import type { Conversation, Pending } from './group';
import { rolesOf } from './roles-extension';

/** Encodes a conversation, including its secret keys. Store the result encrypted. */
export const encodeConversation = ({ state }: Conversation): Uint8Array => encodeGroupState(state);

/** Decodes a stored conversation. Returns null if the bytes are malformed. Not all corruption is detected. */
export function decodeConversation(stored: Uint8Array, trust: Trust): Conversation | null {
  try {
    // Copies the bytes, because overwriting spent keys must not alter the stored record.
    const state = decodeGroupState(stored.slice(), 0)?.[0];
    const roles = state ? rolesOf(state.groupContext.extensions) : null;
    return state && roles ? { state: { ...state, clientConfig }, roles, trust } : null;
  } catch {
    // The library throws if lengths in the bytes don't fit.
    return null;
  }
}

/** A pending commit as it is stored, including the secret keys of the next epoch. */
export type EncodedPending = Omit<Pending, 'conversation'> & { state: Uint8Array };

/** Encodes a pending commit. Store the result encrypted with the conversation before you send the commit. */
export const encodePending = ({ conversation, ...rest }: Pending): EncodedPending => ({
  ...rest,
  state: encodeConversation(conversation),
});

/** Decodes a stored pending commit. Returns null if its state is malformed. Not all corruption is detected. */
export function decodePending({ state, ...rest }: EncodedPending, trust: Trust): Pending | null {
  const conversation = decodeConversation(state, trust);
  return conversation && { ...rest, conversation };
}
