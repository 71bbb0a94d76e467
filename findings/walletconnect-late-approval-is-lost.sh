#!/bin/sh
# WalletConnect's `connect()` never tells a DApp of a session that was approved before the DApp called `approval()`.
#
# Packages: @walletconnect/sign-client 2.25.0, and ws 8.23.0 for a relay on loopback. Input: one client as a wallet, and one as a DApp, which
# calls `connect()`, and calls the `approval` that this returns only once the wallet has approved the session.
#
# Surprising: `approval` looks like a way to get a promise that exists already, as after `fetch`. But the client only remembers
# the first outcome of a promise that was asked for: an approval that came earlier is lost, although the DApp's list of sessions has it.
#
# Output seen (Node 20.20.2):
#   sessions of the DApp: 1
#   approval() asked for late: still waiting after 3 s
#
# Why it matters here: a DApp that first renders its link as a QR code, or waits for anything else, can hang while this wallet says
# "connected". The tests therefore call `approval()` at once, and docs/dapps.md tells developers.
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
      publish(socket, params.topic, params.message, params.tag);
    } else if (method === 'wc_proposeSession') {
      topics.add(params.pairingTopic);
      publish(socket, params.pairingTopic, params.sessionProposal, 1100);
    } else if (method === 'wc_approveSession') {
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
const { uri, approval } = await dapp.connect({ optionalNamespaces: { eip155: { chains, methods, events: [] } } });
const connected = new Promise((resolve) => dapp.on('session_connect', resolve));
await wallet.pair({ uri });
await connected;
// Another round of the event loop, because the event comes a moment before the outcome.
await new Promise((resolve) => setTimeout(resolve, 100));
console.log('sessions of the DApp:', dapp.session.length);
const waited = new Promise((resolve) => setTimeout(() => resolve('still waiting after 3 s'), 3_000));
const outcome = await Promise.race([approval().then(() => 'resolved'), waited]);
console.log('approval() asked for late:', outcome);
assert.equal(outcome, 'still waiting after 3 s');
process.exit(0);
EOF
node run.js
