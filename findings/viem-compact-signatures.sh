#!/bin/sh
# viem writes ERC-2098 signatures, but the functions that read signatures throw on them.
#
# Package: viem 2.57.1. Input: a valid signature of 65 bytes, and the same signature in 64 bytes (ERC-2098), written by
# viem's own `serializeCompactSignature`.
#
# Surprising: `parseSignature`, `recoverMessageAddress`, and `verifyMessage` throw on the compact form. `verifyMessage`,
# which returns whether a signature is valid, doesn't return false either. Only `parseCompactSignature` reads it, so callers
# must look at the length first.
#
# Output seen (Node 20.20.2):
#   verifyMessage of 65 bytes: true
#   parseSignature of 64 bytes: Error: Invalid yParityOrV value
#   recoverMessageAddress of 64 bytes: Error: invalid signature length
#   verifyMessage of 64 bytes: Error: invalid signature length
#   parseCompactSignature, compactSignatureToSignature: the same r, s, and yParity
#
# Why it matters here: wallets may answer `eth_signTypedData_v4` with 64 bytes. `lib/wallet/transactions/permit.ts` reads
# both lengths. Otherwise, tokens with permits couldn't be deposited from such a wallet.
#
# Exits with 1 if the behavior changes, and with 2 if the packages can't be installed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund viem@2.57.1 || exit 2

cat > run.js <<'EOF'
import assert from 'node:assert/strict';
import {
  compactSignatureToSignature,
  parseCompactSignature,
  parseSignature,
  recoverMessageAddress,
  serializeCompactSignature,
  signatureToCompactSignature,
  size,
  verifyMessage,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';

const { address, signMessage } = privateKeyToAccount(generatePrivateKey());
const message = 'hello';
const long = await signMessage({ message });
const compact = serializeCompactSignature(signatureToCompactSignature(parseSignature(long)));
assert.equal(size(compact), 64);

const isValid = await verifyMessage({ address, message, signature: long });
console.log(`verifyMessage of 65 bytes: ${isValid}`);
assert.equal(isValid, true);

const readers = {
  parseSignature: async () => parseSignature(compact),
  recoverMessageAddress: () => recoverMessageAddress({ message, signature: compact }),
  verifyMessage: () => verifyMessage({ address, message, signature: compact }),
};
for (const [name, read] of Object.entries(readers)) {
  const result = await read().catch((error) => error);
  console.log(`${name} of 64 bytes: ${result}`);
  assert(result instanceof Error);
}

const { r, s, yParity } = parseSignature(long);
const read = compactSignatureToSignature(parseCompactSignature(compact));
assert.deepEqual([read.r, read.s, read.yParity], [r, s, yParity]);
console.log('parseCompactSignature, compactSignatureToSignature: the same r, s, and yParity');
EOF
node run.js
