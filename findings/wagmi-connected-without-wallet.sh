#!/bin/sh
# wagmi reports "connected", with a connector that has no functions, after another wallet refused to connect.
#
# Packages: @wagmi/core 3.6.5, the core of wagmi 3.7.7, with viem 2.57.1. Input: a browser whose storage names a connected
# wallet that isn't there on the next load, and a second wallet whose user rejects the connection (4001), before `reconnect`
# has finished or without it.
#
# Surprising: the failed `connect` sets the status to "connected", because wagmi's storage still names the first wallet.
# `getConnection` then returns its account, and a connector with only the four fields that are stored. Its type
# has functions too, so calling one of them throws a TypeError.
#
# Output seen (Node 20.20.2):
#   connect to the second wallet: UserRejectedRequestError 4001
#   status: connected
#   account: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
#   connector: id, name, type, uid
#   getProvider: undefined
#
# Why it matters here: the page showed an account whose wallet wasn't there, with a dialog that offered only Disconnect.
# `lib/wallet/networks/wallet-config.ts` therefore stores no connections, and an account counts once a wallet has named it.
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
import { connect, createConfig, createStorage, getConnection, http, injected } from '@wagmi/core';
import { mainnet } from '@wagmi/core/chains';

// wagmi looks for wallets only where there is a window.
globalThis.window = globalThis;
const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const stored = new Map();
const storage = createStorage({
  storage: {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  },
});

/** Loads the page with one wallet. */
function load(id, answerAccounts) {
  const provider = {
    on() {},
    removeListener() {},
    async request({ method }) {
      if (method === 'eth_chainId') return '0x1';
      if (method === 'eth_requestAccounts' || method === 'eth_accounts') return answerAccounts();
      throw Object.assign(new Error('unknown method'), { code: -32601 });
    },
  };
  return createConfig({
    chains: [mainnet],
    transports: { [mainnet.id]: http() },
    connectors: [injected({ target: { id, name: id, provider } })],
    multiInjectedProviderDiscovery: false,
    storage,
  });
}

const first = load('first', () => [account]);
await connect(first, { connector: first.connectors[0] });

const second = load('second', () => {
  throw Object.assign(new Error('User rejected the request.'), { code: 4001 });
});
const error = await connect(second, { connector: second.connectors[0] }).catch((error) => error);
console.log(`connect to the second wallet: ${error.name} ${error.code}`);
const { status, address, connector } = getConnection(second);
console.log(`status: ${status}`);
console.log(`account: ${address}`);
console.log(`connector: ${Object.keys(connector ?? {}).join(', ')}`);
console.log(`getProvider: ${connector?.getProvider}`);
assert.equal(error.code, 4001);
assert.equal(status, 'connected');
assert.equal(address, account);
assert.equal(connector.getProvider, undefined);
EOF
node run.js
