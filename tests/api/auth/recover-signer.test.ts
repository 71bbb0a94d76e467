import fc from 'fast-check';
import { bytesToHex, type Hex, hexToBytes, numberToHex, parseSignature, recoverAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount, sign } from 'viem/accounts';
import { recoverSigner } from '@/lib/server/auth/signature';

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const hash: Hex = `0x${'5a'.repeat(32)}`;

async function signed(privateKey: Hex = generatePrivateKey()) {
  const signature = await sign({ hash, privateKey, to: 'hex' });
  return { address: privateKeyToAccount(privateKey).address, signature };
}

/** Joins r, s and the last byte into a 65-byte signature. */
const joined = (r: Hex, s: bigint, last: string): Hex =>
  `0x${r.slice(2)}${numberToHex(s, { size: 32 }).slice(2)}${last}`;

test('AUTH-2 recovers the signer for any key, as viem does', async () => {
  for (let run = 0; run < 20; run += 1) {
    const { address, signature } = await signed();
    expect(await recoverSigner(hash, signature)).toBe(address);
    expect(await recoverAddress({ hash, signature })).toBe(address);
  }
});

test('AUTH-2 accepts both kinds of recovery IDs, and signatures of 64 bytes (EIP-2098)', async () => {
  for (let run = 0; run < 20; run += 1) {
    const { address, signature } = await signed();
    const { r, s, yParity } = parseSignature(signature);
    expect(await recoverSigner(hash, joined(r, BigInt(s), `0${yParity}`))).toBe(address);
    const compact = joined(r, BigInt(s) | (BigInt(yParity) << 255n), '');
    expect(await recoverSigner(hash, compact)).toBe(address);
  }
});

test('AUTH-2 rejects the other form of a signature, with s in the upper half (EIP-2)', async () => {
  const { signature } = await signed();
  const { r, s, yParity } = parseSignature(signature);
  const twin = joined(r, ORDER - BigInt(s), yParity === 0 ? '1c' : '1b');
  expect(await recoverAddress({ hash, signature: twin })).toBe(await recoverSigner(hash, signature));
  expect(await recoverSigner(hash, twin)).toBeNull();
});

test('AUTH-2 accepts the greatest s that EIP-2 allows, and not the next one', async () => {
  const { r } = parseSignature((await signed()).signature);
  const half = ORDER / 2n;
  const greatest = joined(r, half, '1b');
  expect(await recoverSigner(hash, greatest)).toBe(await recoverAddress({ hash, signature: greatest }));
  expect(await recoverSigner(hash, joined(r, half + 1n, '1b'))).toBeNull();
});

test('AUTH-2 rejects zeros, values above the order, and other lengths and recovery IDs', async () => {
  const { signature } = await signed();
  const { r, s } = parseSignature(signature);
  const bad: Hex[] = [
    joined(`0x${'0'.repeat(64)}`, BigInt(s), '1b'),
    joined(r, 0n, '1b'),
    joined(numberToHex(ORDER, { size: 32 }), BigInt(s), '1b'),
    joined(r, ORDER, '1b'),
    ...['02', '03', '1a', '1d', 'ff'].map((last) => joined(r, BigInt(s), last)),
    `${signature}00`,
    signature.slice(0, -4) as Hex,
    '0x00',
  ];
  for (const text of bad)
    expect({ text, signer: await recoverSigner(hash, text) }).toEqual({ text, signer: null });
});

test('AUTH-2 rejects a signature if any byte changes', async () => {
  const { address, signature } = await signed();
  await fc.assert(
    fc.asyncProperty(fc.nat(64), fc.integer({ min: 1, max: 255 }), async (index, flip) => {
      const bytes = hexToBytes(signature);
      bytes[index] = (bytes[index] ?? 0) ^ flip;
      // Recovery values 27 and 28 may also be written as 0 and 1.
      const isSecondName = index === 64 && bytes[64] === (hexToBytes(signature)[64] ?? 0) - 27;
      const signer = await recoverSigner(hash, bytesToHex(bytes));
      expect(signer === address).toBe(isSecondName);
    }),
    { numRuns: 500 },
  );
});
