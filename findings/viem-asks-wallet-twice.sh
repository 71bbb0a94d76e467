#!/bin/sh
# viem's sendTransaction can ask a wallet twice for one payment.
#
# Package: viem 2.57.1. `sendTransaction` of wagmi 3.7.7 calls it.
# Input: an EIP-1193 wallet that answers `eth_sendTransaction` with a JSON-RPC error (EIP-1474).
#
# Surprising: after -32000, -32601, -32602, and -32004, `sendTransaction` requests `wallet_sendTransaction` with the same
# transaction, although its documentation names only `eth_sendTransaction`. -32000 isn't about the method: nodes answer with
# it that they have the transaction already ("already known", ethereum/go-ethereum#22093), and wallets pass that on.
# After -32603, 4200, and 4001, it asks once.
#
# Output seen (Node 20.20.2):
#   -32000 already known: eth_sendTransaction, wallet_sendTransaction
#   -32601 method not found: eth_sendTransaction, wallet_sendTransaction
#   -32602 invalid params: eth_sendTransaction, wallet_sendTransaction
#   -32004 method not supported: eth_sendTransaction, wallet_sendTransaction
#   -32603 internal error: eth_sendTransaction
#   4200 unsupported method: eth_sendTransaction
#   4001 user rejected: eth_sendTransaction
#
# Why it matters here: a wallet that published the transaction before it answered, and that has both methods, can send a
# payment twice. `lib/wallet/transactions/ask-wallet.ts` therefore requests `eth_sendTransaction` itself.
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
import { createWalletClient, custom } from 'viem';
import { mainnet } from 'viem/chains';

const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

async function requestsAfter(code, message) {
  const requests = [];
  const provider = {
    async request({ method }) {
      if (method === 'eth_chainId') return '0x1';
      requests.push(method);
      throw Object.assign(new Error(message), { code });
    },
  };
  const client = createWalletClient({ account, chain: mainnet, transport: custom(provider) });
  await assert.rejects(client.sendTransaction({ to: account, value: 1n, gas: 21_000n }));
  console.log(`${code} ${message}: ${requests.join(', ')}`);
  return requests;
}

const once = ['eth_sendTransaction'];
const twice = ['eth_sendTransaction', 'wallet_sendTransaction'];
assert.deepEqual(await requestsAfter(-32000, 'already known'), twice);
assert.deepEqual(await requestsAfter(-32601, 'method not found'), twice);
assert.deepEqual(await requestsAfter(-32602, 'invalid params'), twice);
assert.deepEqual(await requestsAfter(-32004, 'method not supported'), twice);
assert.deepEqual(await requestsAfter(-32603, 'internal error'), once);
assert.deepEqual(await requestsAfter(4200, 'unsupported method'), once);
assert.deepEqual(await requestsAfter(4001, 'user rejected'), once);
EOF
node run.js
