#!/bin/sh
# WalletConnect's client tells the relay each request's method, chain, contract, and transaction hash, outside of the encryption.
#
# Packages: @walletconnect/sign-client 2.25.0, with @walletconnect/core 2.25.0, and ws 8.23.0 for a relay on loopback. Input: one
# client as a wallet and one as a DApp, which connect, and then send one transaction.
#
# Surprising: messages are encrypted end to end, so a relay seems to know only who talks when. Yet `irn_publish` has the fields
# `rpcMethods`, `chainId`, `contractAddresses` (the first parameter's `to`, if the call has data), and, in the wallet's answer, `txHashes`
# beside the encrypted `message`, in the clear. They come with `telemetryEnabled: false`, too. `wc_approveSession` has the approved
# chains, methods, and events the same way. From a transaction's hash, everybody finds the account on the chain.
#
# Output seen (Node 20.20.2):
#   approved: eip155:31337 personal_sign,eth_sendTransaction
#   request: eth_sendTransaction eip155:31337 0x00000000000000000000000000000000000000aa
#   answer: 0x1212121212121212121212121212121212121212121212121212121212121212
#
# Why it matters here: users sign in with wallets through WalletConnect, and connect DApps through it. docs/data-protection.md
# therefore says what the relay's operator can read.
#
# Exits with 1 if the behavior changes, and with 2 if the packages can't be installed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund @walletconnect/sign-client@2.25.0 ws@8.23.0 || exit 2

cat > run.js <<'EOF'
import assert from 'node:assert/strict';
import { SignClient } from '@walletconnect/sign-client';
import { WebSocketServer } from 'ws';

const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
await new Promise((resolve) => server.on('listening', resolve));
const sockets = new Map();
const seen = [];
let id = 0;
const mailbox = new Set();
/** Delivers each message once to the other member of its topic. */
function deliver() {
  for (const [socket, topics] of sockets)
    for (const stored of mailbox) {
      const { from, ...data } = stored;
      if (from === socket || !topics.has(data.topic)) continue;
      mailbox.delete(stored);
      id += 1;
      const params = { id: data.topic, data };
      socket.send(JSON.stringify({ id, jsonrpc: '2.0', method: 'irn_subscription', params }));
    }
}
const publish = (from, topic, message, tag) => mailbox.add({ from, topic, message, tag, publishedAt: Date.now() });
server.on('connection', (socket) => {
  const topics = new Set();
  sockets.set(socket, topics);
  socket.on('message', (text) => {
    const { id: asked, method, params } = JSON.parse(text);
    if (!method) return;
    let result = true;
    if (method === 'irn_subscribe') topics.add((result = params.topic));
    else if (method === 'irn_batchSubscribe') for (const topic of (result = params.topics)) topics.add(topic);
    else if (method === 'irn_batchFetchMessages') result = { messages: [], hasMore: false };
    socket.send(JSON.stringify({ id: asked, jsonrpc: '2.0', result }));
    if (method === 'irn_publish') {
      seen.push(params);
      publish(socket, params.topic, params.message, params.tag);
    } else if (method === 'wc_proposeSession') {
      topics.add(params.pairingTopic);
      publish(socket, params.pairingTopic, params.sessionProposal, 1100);
    } else if (method === 'wc_approveSession') {
      seen.push(params);
      topics.add(params.sessionTopic);
      publish(socket, params.pairingTopic, params.sessionProposalResponse, 1101);
      publish(socket, params.sessionTopic, params.sessionSettlementRequest, 1102);
    }
    deliver();
  });
});
const relayUrl = `ws://127.0.0.1:${server.address().port}`;
const start = (name) =>
  SignClient.init({
    projectId: '0'.repeat(32),
    relayUrl,
    metadata: { name, description: name, url: 'https://dapp.example', icons: [] },
    customStoragePrefix: name,
    storageOptions: { database: ':memory:' },
    telemetryEnabled: false,
    logger: 'fatal',
  });
const [dapp, wallet] = [await start('dapp'), await start('wallet')];
const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const methods = ['personal_sign', 'eth_sendTransaction'];
const chains = ['eip155:31337'];
wallet.on('session_proposal', ({ id: proposed }) =>
  wallet.approve({
    id: proposed,
    namespaces: { eip155: { chains, methods, events: [], accounts: [`eip155:31337:${account}`] } },
  }),
);
wallet.on('session_request', ({ topic, id: requested }) =>
  wallet.respond({ topic, response: { id: requested, jsonrpc: '2.0', result: `0x${'12'.repeat(32)}` } }),
);
const { uri, approval } = await dapp.connect({ optionalNamespaces: { eip155: { chains, methods, events: [] } } });
await wallet.pair({ uri });
const { topic } = await approval();
const to = '0x00000000000000000000000000000000000000aa';
await dapp.request({
  topic,
  chainId: chains[0],
  request: { method: 'eth_sendTransaction', params: [{ from: account, to, data: '0xa9059cbb' }] },
});
const approved = seen.find(({ approvedChains }) => approvedChains);
const request = seen.find(({ tag }) => tag === 1108);
const answer = seen.find(({ tag }) => tag === 1109);
console.log('approved:', String(approved?.approvedChains), String(approved?.approvedMethods));
console.log('request:', String(request?.rpcMethods), request?.chainId, String(request?.contractAddresses));
console.log('answer:', String(answer?.txHashes));
assert.deepEqual(approved?.approvedMethods, methods);
assert.deepEqual(request?.rpcMethods, ['eth_sendTransaction']);
assert.deepEqual(request?.contractAddresses, [to]);
assert.deepEqual(answer?.txHashes, [`0x${'12'.repeat(32)}`]);
process.exit(0);
EOF
node run.js
