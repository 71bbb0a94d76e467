import { instantiateSecp256k1 } from '@bitauth/libauth/build/lib/crypto/secp256k1.js';
import type { Request } from 'autocannon';
import {
  bytesToHex,
  concatHex,
  type Hex,
  hashMessage,
  hexToBytes,
  keccak256,
  numberToHex,
  toHex,
} from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { createSiweMessage } from 'viem/siwe';
import { z } from 'zod';
import { nonceResult } from '@/lib/api/schemas/user';

const USERS = 100;
const answer = z.object({ data: nonceResult });
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const body = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

/** Signs without viem, whose signatures would take this machine longer than the logins. */
const curve = await instantiateSecp256k1();

/** The signature of an EIP-191 message. */
function sign(message: string, privateKey: Hex): Hex {
  const signed = curve.signMessageHashRecoverableCompact(
    hexToBytes(privateKey),
    hexToBytes(hashMessage(message)),
  );
  if (typeof signed === 'string') throw new Error(signed);
  return concatHex([bytesToHex(signed.signature), numberToHex(27 + signed.recoveryId)]);
}

const users = Array.from({ length: USERS }, (_, index) => {
  const privateKey = keccak256(toHex(`user ${index} of the bench`));
  return { privateKey, address: privateKeyToAddress(privateKey) };
});

/** A signed hash and the public key's origin, to recover. */
export function recoverable() {
  const [{ privateKey }] = users as [(typeof users)[number]];
  const hash = hexToBytes(hashMessage('a message'));
  const signed = curve.signMessageHashRecoverableCompact(hexToBytes(privateKey), hash);
  if (typeof signed === 'string') throw new Error(signed);
  return () => curve.recoverPublicKeyUncompressed(signed.signature, signed.recoveryId, hash);
}

/** The two requests of a login, again and again, each time of another user. */
export function loginRequests(origin: string, chainId: number): Request[] {
  let next = 0;
  const states = new WeakMap<object, { user: (typeof users)[number]; signed: string }>();
  return [
    {
      method: 'POST',
      path: '/api/user/generateNonce',
      headers: { ...form, origin },
      setupRequest: (request, context) => {
        const user = users[next++ % USERS] as (typeof users)[number];
        states.set(context, { user, signed: '' });
        return { ...request, body: body({ address: user.address, chainId: String(chainId) }) };
      },
      onResponse: (_, text, context) => {
        const state = states.get(context);
        if (!state) throw new Error('an answer to nobody');
        const { issuedAt, expirationTime, ...fields } = answer.parse(JSON.parse(text)).data;
        const message = createSiweMessage({
          ...fields,
          address: state.user.address,
          chainId,
          version: '1',
          issuedAt: new Date(issuedAt),
          expirationTime: new Date(expirationTime),
        });
        state.signed = body({ message, signature: sign(message, state.user.privateKey) });
      },
    },
    {
      method: 'POST',
      path: '/api/user/login',
      headers: { ...form, origin },
      setupRequest: (request, context) => ({ ...request, body: states.get(context)?.signed ?? '' }),
    },
  ];
}
