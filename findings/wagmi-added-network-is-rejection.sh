#!/bin/sh
# wagmi's switchChain says that the user rejected the request, if a wallet adds a network without selecting it.
#
# Packages: @wagmi/core 3.6.5, the core of wagmi 3.7.7, with viem 2.57.1. Input: an EIP-1193 wallet that doesn't have the
# network (4902, EIP-3326), and whose `wallet_addEthereumChain` succeeds. EIP-3085 allows the wallet to stay on its network
# then.
#
# Surprising: `switchChain` rejects with `UserRejectedRequestError`, code 4001, although the user approved everything that
# the wallet asked. It doesn't request the switch again, which would succeed (wevm/wagmi#4223).
#
# Output seen (Node 20.20.2):
#   requests: wallet_switchEthereumChain, wallet_addEthereumChain, eth_chainId
#   UserRejectedRequestError 4001: User rejected switch after adding network.
#
# Why it matters here: the page told users that they had rejected the request. `lib/wallet/networks/switch-chain.ts` asks to
# switch again after the network was added, and only the wallet's `eth_chainId` decides.
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
import { connect, createConfig, http, injected, switchChain } from '@wagmi/core';
import { mainnet, polygon } from '@wagmi/core/chains';

// wagmi looks for wallets only where there is a window.
globalThis.window = globalThis;
const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const requests = [];
let isAdded = false;
const provider = {
  on() {},
  removeListener() {},
  async request({ method }) {
    requests.push(method);
    if (method === 'eth_chainId') return '0x1';
    if (method === 'eth_requestAccounts' || method === 'eth_accounts') return [account];
    if (method === 'wallet_addEthereumChain') {
      isAdded = true;
      return null;
    }
    if (method === 'wallet_switchEthereumChain' && isAdded) return null;
    const code = method === 'wallet_switchEthereumChain' ? 4902 : -32601;
    throw Object.assign(new Error('unknown'), { code });
  },
};
const wallet = injected({ target: { id: 'wallet', name: 'Wallet', provider } });
const config = createConfig({
  chains: [mainnet, polygon],
  transports: { [mainnet.id]: http(), [polygon.id]: http() },
  connectors: [wallet],
  multiInjectedProviderDiscovery: false,
  storage: null,
});
await connect(config, { connector: config.connectors[0] });
requests.length = 0;

const error = await switchChain(config, { chainId: polygon.id }).catch((error) => error);
console.log(`requests: ${requests.join(', ')}`);
console.log(`${error.name} ${error.code}: ${error.details}`);
assert.deepEqual(requests, ['wallet_switchEthereumChain', 'wallet_addEthereumChain', 'eth_chainId']);
assert.equal(error.code, 4001);
EOF
node run.js
