import fc from 'fast-check';
import { hashMessage } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { createSiweMessage } from 'viem/siwe';
import type { Nonce } from '@/lib/server/auth/nonce';
import { NONCE_DURATION_MS } from '@/lib/server/auth/nonce';
import { recoverSigner } from '@/lib/server/auth/signature';
import { checkSiweMessage, parseSiweMessage } from '@/lib/server/auth/siwe-message';
import { MUTATION_KINDS, siweMutation } from '../../support/siwe-mutations';

const RUNS = 4_000;
const now = Date.now();
const account = privateKeyToAccount(`0x${'a7'.repeat(32)}`);
const SITES = ['http://127.0.0.1:3000', 'https://wallet.example', 'https://wallet.example:8443'];
const CHAIN_ID = 31337;

/** Returns a nonce and the message that the server issues for that nonce. */
function given(uri: string): { nonce: Nonce; message: string } {
  const nonce: Nonce = {
    nonce: 'Q7mZ2vXc9LpR4tYw8NbK3sHd',
    address: account.address,
    chainId: CHAIN_ID,
    domain: new URL(uri).host,
    uri,
    statement: 'Sign in with this account. It costs nothing and moves no funds.',
    issuedAt: new Date(now),
    expiresAt: new Date(now + NONCE_DURATION_MS),
  };
  const { issuedAt, expiresAt: expirationTime, ...fields } = nonce;
  return { nonce, message: createSiweMessage({ ...fields, version: '1', issuedAt, expirationTime }) };
}

/**
 * Reads a message as a sign-in does: parses it, looks it up by nonce, and compares it with the issued message. Returns
 * null if it is rejected.
 */
function read(message: string, nonce: Nonce) {
  try {
    const parsed = parseSiweMessage(message);
    if (parsed.nonce !== nonce.nonce) return null;
    checkSiweMessage(parsed, nonce, now);
    return parsed;
  } catch {
    return null;
  }
}

test(`AUTH-2 none of ${RUNS} edited messages signs in with the original signature`, async () => {
  const originals = await Promise.all(
    SITES.map(async (uri) => {
      const { nonce, message } = given(uri);
      return { nonce, message, signature: await account.signMessage({ message }) };
    }),
  );
  for (const { message, nonce, signature } of originals) {
    expect(read(message, nonce)).not.toBeNull();
    expect(await recoverSigner(hashMessage(message), signature)).toBe(account.address);
  }
  const tried = { edits: 0, names: new Set<string>(), wellFormed: 0 };
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...originals), siweMutation, async (original, { name, mutate }) => {
      const { nonce, message, signature } = original;
      const edited = mutate(message);
      fc.pre(edited !== message);
      tried.edits += 1;
      tried.names.add(name);
      const parsed = read(edited, nonce);
      if (parsed) tried.wellFormed += 1;
      expect(parsed && (await recoverSigner(hashMessage(edited), signature)) === account.address).not.toBe(
        true,
      );
      // Even if the same key signs the edited message, only times and unused fields may differ from the issued message.
      if (parsed) {
        const { domain, uri, chainId, statement, address, version } = parsed;
        expect({ domain, uri, chainId, statement, address, version }).toEqual({
          ...{ domain: nonce.domain, uri: nonce.uri, chainId: CHAIN_ID, statement: nonce.statement },
          ...{ address: nonce.address, version: '1' },
        });
      }
    }),
    { numRuns: RUNS },
  );
  expect(tried.edits).toBeGreaterThanOrEqual(RUNS);
  expect(tried.names.size).toBe(MUTATION_KINDS);
  // Some edits produce another valid message, such as a message with resources. Only the signature check rejects these
  // messages.
  expect(tried.wellFormed).toBeGreaterThan(0);
});
