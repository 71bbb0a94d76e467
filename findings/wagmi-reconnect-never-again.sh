#!/bin/sh
# One wallet that doesn't answer eth_accounts stops every later reconnect() of wagmi in the page.
#
# Packages: @wagmi/core 3.6.5, the core of wagmi 3.7.7, with viem 2.57.1. Input: an EIP-1193 wallet that never answers
# `eth_accounts`, for example until it is unlocked, and a second one that does.
#
# Surprising: `reconnect` keeps "already reconnecting" in a variable of its module, not of the config, and has no time limit.
# So every later `reconnect` returns [] at once without asking anyone, also for another config, and for a wallet that
# would answer. The status stays "connecting" until the page is loaded again.
#
# Output seen (Node 20.20.2):
#   first wallet: connecting, asked eth_accounts
#   second wallet: 0 connections, asked nothing
#
# Why it matters here: one silent wallet would keep signed-in users from their own wallet. So
# `components/wallet/connect/restore-wallet.ts` asks wallets itself, each on its own, and repeats that when a wallet appears.
#
# Exits with 1 if the behavior changes, and with 2 if the packages can't be installed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund viem@2.57.1 @wagmi/core@3.6.5 || exit 2

cat > run.js <<'EOF'
import assert from 'node:assert/strict';
import { createConfig, http, injected, reconnect } from '@wagmi/core';
import { mainnet } from '@wagmi/core/chains';

// wagmi looks for wallets only where there is a window.
globalThis.window = globalThis;
const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

/** Makes a config with one wallet, which calls `onAccounts` when it is asked for its accounts. */
function configOf(id, onAccounts) {
  const provider = {
    on() {},
    removeListener() {},
    async request({ method }) {
      if (method === 'eth_chainId') return '0x1';
      if (method === 'eth_accounts') return onAccounts();
      throw Object.assign(new Error('unknown method'), { code: -32601 });
    },
  };
  return createConfig({
    chains: [mainnet],
    transports: { [mainnet.id]: http() },
    connectors: [injected({ shimDisconnect: false, target: { id, name: id, provider } })],
    multiInjectedProviderDiscovery: false,
    storage: null,
  });
}

let first;
await new Promise((resolve) => {
  first = configOf('first', () => {
    resolve();
    return new Promise(() => {});
  });
  void reconnect(first);
});
console.log(`first wallet: ${first.state.status}, asked eth_accounts`);
assert.equal(first.state.status, 'connecting');

let isAsked = false;
const second = configOf('second', () => {
  isAsked = true;
  return [account];
});
const connections = await reconnect(second);
console.log(`second wallet: ${connections.length} connections, asked ${isAsked ? 'eth_accounts' : 'nothing'}`);
assert.deepEqual(connections, []);
assert.equal(isAsked, false);
EOF
node run.js
