#!/bin/sh
# ethers delivers no contract events if a wallet refuses filters with 4200, the code that EIP-1193 has for that.
#
# Package: ethers 6.17.0. Input: an EIP-1193 wallet that refuses `eth_newFilter` with 4200 ("Unsupported Method"), and answers
# `eth_getLogs` and `eth_blockNumber`.
#
# Surprising: for nodes without filters, `BrowserProvider.on` asks for new logs itself. It recognizes such a node only by the
# words "the method … does not exist" in the message. With code 4200 and other words, it rejects unhandled with "could not
# coalesce error", and never asks for logs. It does notice the code: it puts "ethers-unsupported: " before the message, but
# nothing looks for that.
#
# Output seen (Node 20.20.2):
#   "eth_newFilter is not supported": asked for logs: no
#   "the method eth_newFilter does not exist": asked for logs: yes
#
# Why it matters here: DApps with ethers would wait for events forever in the wallet's frame. So `lib/wallet/dapps/bridge.ts` refuses an
# unknown method with both: the code 4200, and "The method … does not exist".
#
# Exits with 1 if the behavior changes, and with 2 if the package can't be installed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund ethers@6.17.0 || exit 2

cat > run.js <<'EOF'
import assert from 'node:assert/strict';
import { BrowserProvider } from 'ethers';

/** Number of blocks after which a listener without filters has asked for logs. */
const BLOCKS = 6;
const contract = '0x1111111111111111111111111111111111111111';
const rejections = [];
process.on('unhandledRejection', (error) => rejections.push(error.shortMessage));
// ethers also prints the rejection.
const print = console.log;
console.log = () => {};

/** Listens to a contract's logs through a wallet without filters. Returns whether the wallet is asked for logs. */
async function asksForLogs(message) {
  let blocks = 0;
  let asked = false;
  let finish;
  const finished = new Promise((resolve) => {
    finish = resolve;
  });
  const wallet = {
    async request({ method }) {
      if (method === 'eth_chainId') return '0x1';
      if (method === 'eth_getLogs') {
        asked = true;
        return [];
      }
      if (method === 'eth_blockNumber') {
        blocks += 1;
        if (blocks === BLOCKS) finish();
        return `0x${blocks.toString(16)}`;
      }
      throw Object.assign(new Error(message), { code: 4200 });
    },
  };
  const provider = new BrowserProvider(wallet, 1);
  provider.pollingInterval = 50;
  await provider.on({ address: contract, topics: [] }, () => {});
  // Keeps asking for blocks, whether or not the listener does.
  await provider.on('block', () => {});
  await finished;
  provider.destroy();
  return asked;
}

const yes = (asked) => (asked ? 'yes' : 'no');
const byCode = await asksForLogs('eth_newFilter is not supported');
const byWords = await asksForLogs('the method eth_newFilter does not exist');
print(`"eth_newFilter is not supported": asked for logs: ${yes(byCode)}`);
print(`"the method eth_newFilter does not exist": asked for logs: ${yes(byWords)}`);
assert.equal(byCode, false);
assert.equal(byWords, true);
assert.deepEqual(rejections, ['could not coalesce error']);
process.exit(0);
EOF
node run.js || exit 1
