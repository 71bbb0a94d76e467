import { decodeGroupState, encodeGroupState } from 'ts-mls';
import { mapDecoders } from 'ts-mls/codec/tlsDecoder.js';
import { contramapBufferEncoders, encode } from 'ts-mls/codec/tlsEncoder.js';
import { decodeVarLenData, varLenDataEncoder } from 'ts-mls/codec/variableLength.js';
import { bytesToHex, hexToBytes } from 'viem';
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

/**
 * Encodes a pending commit, including the secret keys of the next epoch. Store the result encrypted with the
 * conversation before you send the commit.
 */
export const encodePending = encode(
  contramapBufferEncoders(
    [varLenDataEncoder, varLenDataEncoder, varLenDataEncoder, varLenDataEncoder],
    ({ commit, welcome, nextAccessHash, conversation }: Pending) => [
      commit,
      welcome ?? new Uint8Array(),
      hexToBytes(nextAccessHash),
      encodeConversation(conversation),
    ],
  ),
);

const decodeParts = mapDecoders(
  [decodeVarLenData, decodeVarLenData, decodeVarLenData, decodeVarLenData],
  (commit, welcome, nextAccessHash, conversation) => ({ commit, welcome, nextAccessHash, conversation }),
);

/** Decodes a stored pending commit. Returns null if the bytes are malformed. Not all corruption is detected. */
export function decodePending(stored: Uint8Array, trust: Trust): Pending | null {
  try {
    const parts = decodeParts(stored.slice(), 0)?.[0];
    const conversation = parts ? decodeConversation(parts.conversation, trust) : null;
    if (!parts || !conversation) return null;
    return {
      commit: parts.commit,
      welcome: parts.welcome.length > 0 ? parts.welcome : null,
      nextAccessHash: bytesToHex(parts.nextAccessHash),
      conversation,
    };
  } catch {
    // The library throws if lengths in the bytes don't fit.
    return null;
  }
}
