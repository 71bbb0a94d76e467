import 'server-only';
import type { z } from 'zod';
import type { loginInput, loginResult } from '@/lib/api/schemas/user';
import { findChain } from '../chain/chains';
import { database } from '../db/client';
import { ApiError } from '../http/api-error';
import { consumeNonce } from './nonce';
import { openSession } from './session';
import { isSignedBy } from './signature';
import { siteOrigin } from './site-origin';
import { checkSiweMessage, parseSiweMessage } from './siwe-message';
import { findOrCreateUser } from './users';

/**
 * Logs the signer of an EIP-4361 message in. The nonce is used up before anything is verified, so that a message is
 * tried once. Throws ApiError 400 for message, nonce or signature, 403 for a foreign origin, 503 without the node.
 */
export async function login(
  { message, signature }: z.output<typeof loginInput>,
  request: Request,
): Promise<z.input<typeof loginResult>> {
  const { uri } = siteOrigin(request);
  const parsed = parseSiweMessage(message);
  const nonce = await consumeNonce(parsed.nonce);
  checkSiweMessage(parsed, nonce, Date.now());
  if (nonce.uri !== uri) throw new ApiError(400, 'loginMessage', { reason: 'message', field: 'uri' });
  const chain = await findChain(nonce.chainId);
  if (!(await isSignedBy(chain, { address: nonce.address, message, signature }))) {
    throw new ApiError(400, 'loginSignature', { reason: 'signature' });
  }
  const user = await findOrCreateUser(nonce.address);
  return { ...(await openSession(database(), nonce.address)), user };
}
