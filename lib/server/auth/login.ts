import 'server-only';
import type { z } from 'zod';
import type { loginInput, loginResult } from '@/lib/api/schemas/user';
import { findChain } from '@/lib/server/chain/node';
import { ApiError } from '../http/api-error';
import { countLogin } from '../metrics/count';
import { consumeNonce } from './nonce';
import { openSession } from './session';
import { verifySignature } from './signature';
import { siteOrigin } from './site-origin';
import { checkSiweMessage, parseSiweMessage } from './siwe-message';
import { findOrCreateUser } from './users';

type Login = { input: z.output<typeof loginInput>; request: Request };

/**
 * Signs in the account that signed an EIP-4361 message. The nonce is consumed before the message and its signature are
 * verified, so that each message can be tried only once.
 * @throws ApiError 400 for an invalid message, nonce, or signature, or for a contract account on another chain; 403 for
 * a request from another site; 503 if the node is unreachable.
 */
export const login = (
  input: z.output<typeof loginInput>,
  request: Request,
): Promise<z.input<typeof loginResult>> => countLogin(() => logIn({ input, request }));

async function logIn({
  input: { message, signature },
  request,
}: Login): Promise<z.input<typeof loginResult>> {
  const { uri } = siteOrigin(request);
  const parsed = parseSiweMessage(message);
  const nonce = await consumeNonce(parsed.nonce);
  checkSiweMessage(parsed, nonce, Date.now());
  if (nonce.uri !== uri) throw new ApiError(400, 'loginMessage', { reason: 'message', field: 'uri' });
  const chain = await findChain(nonce.chainId);
  const proof = await verifySignature(chain, { address: nonce.address, message, signature });
  if (!proof) throw new ApiError(400, 'loginSignature', { reason: 'signature' });
  const user = await findOrCreateUser(nonce.address, proof === 'contract' ? chain.id : null);
  return { ...(await openSession(nonce.address)), user };
}
