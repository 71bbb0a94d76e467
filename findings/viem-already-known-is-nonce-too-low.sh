#!/bin/sh
# viem reports "already known" from a wallet as a nonce that is too low.
#
# Package: viem 2.57.1. Input: an EIP-1193 wallet that answers `eth_sendTransaction` with a node's error -32000 "already
# known", or with the same text and another code.
#
# Surprising: the cause of the error is `NonceTooLowError`, whose text says "Nonce provided for the transaction is lower
# than the current nonce of the account. Try increasing the nonce". But "already known" means that the node has exactly
# this transaction (`ErrAlreadyKnown` in go-ethereum). Nodes say "nonce too low" if the nonce is lower.
#
# Output seen (Node 20.20.2):
#   -32000: NonceTooLowError: Nonce provided for the transaction is lower than the current nonce of the account.
#   -32003: NonceTooLowError: Nonce provided for the transaction is lower than the current nonce of the account.
#
# Why it matters here: a page that takes the class for "nothing was sent" offers to send again, with a higher nonce, and
# the user pays twice. `lib/evm/wallet-errors.ts` reads the wallet's own text, and leaves the entry open.
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
import { createWalletClient, custom, NonceTooLowError } from 'viem';
import { mainnet } from 'viem/chains';

const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

for (const code of [-32000, -32003]) {
  const provider = {
    async request({ method }) {
      if (method === 'eth_chainId') return '0x1';
      throw Object.assign(new Error('already known'), { code });
    },
  };
  const client = createWalletClient({ account, chain: mainnet, transport: custom(provider) });
  const error = await client.sendTransaction({ to: account, value: 1n, gas: 21_000n }).catch((error) => error);
  console.log(`${code}: ${error.cause.name}: ${error.cause.shortMessage.split('\n')[0]}`);
  assert(error.cause instanceof NonceTooLowError);
}
EOF
node run.js
