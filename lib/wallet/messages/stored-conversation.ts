import { decodeGroupState, encodeGroupState } from 'ts-mls';
import { mapDecoders } from 'ts-mls/codec/tlsDecoder.js';
import { contramapBufferEncoders, encode } from 'ts-mls/codec/tlsEncoder.js';
import { decodeVarLenData, varLenDataEncoder } from 'ts-mls/codec/variableLength.js';
import { bytesToHex, hexToBytes } from 'viem';
import type { Conversation, Pending } from './conversation';
import { clientConfig } from './device';
import type { Trust } from './device-binding';
import { rolesOf } from './roles';

/** Returns a conversation as bytes, with its secret keys, to be stored encrypted. */
export const encodeConversation = ({ state }: Conversation): Uint8Array => encodeGroupState(state);

/** Returns a stored conversation, or null if the bytes can't be read. Damage is not always noticed. */
export function decodeConversation(stored: Uint8Array, trust: Trust): Conversation | null {
  try {
    // A copy, because overwriting spent keys must not change what was stored.
    const state = decodeGroupState(stored.slice(), 0)?.[0];
    const roles = state ? rolesOf(state.groupContext.extensions) : null;
    return state && roles ? { state: { ...state, clientConfig }, roles, trust } : null;
  } catch {
    // The library throws if lengths in the bytes don't fit.
    return null;
  }
}

/**
 * Returns a pending commit as bytes, with the secret keys of the next epoch, to be stored encrypted beside the
 * conversation before the commit is sent.
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

/** Returns a stored pending commit, or null if the bytes can't be read. Damage is not always noticed. */
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
