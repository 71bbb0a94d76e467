#!/bin/sh
# viem's writeContract reports a wallet's internal error as a revert of the contract.
#
# Package: viem 2.57.1. Input: an EIP-1193 wallet that answers `eth_sendTransaction` with -32603 (EIP-1474: internal error)
# and no data.
#
# Surprising: `writeContract` rejects with `ContractFunctionRevertedError` ("The contract function "f" reverted with the
# following reason: timeout"), although there is no revert data, and no code of the contract ran. `sendTransaction` reports
# the same answer as `InternalRpcError`.
#
# Output seen (Node 20.20.2):
#   sendTransaction: InternalRpcError: An internal error was received.
#   writeContract: ContractFunctionRevertedError: The contract function "f" reverted with the following reason: timeout
#   revert data: undefined
#
# Why it matters here: wallets answer -32603 after they published the transaction, too. A page that believes the class says
# "The contract rejected this transaction" and offers to send it again. `lib/evm/errors.ts` accepts a revert only from a
# node's simulation, with data or the word "revert".
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
import { ContractFunctionRevertedError, createWalletClient, custom, InternalRpcError, parseAbi } from 'viem';
import { mainnet } from 'viem/chains';

const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const provider = {
  async request({ method }) {
    if (method === 'eth_chainId') return '0x1';
    throw Object.assign(new Error('timeout'), { code: -32603 });
  },
};
const client = createWalletClient({ account, chain: mainnet, transport: custom(provider) });
const print = (action, { name, shortMessage }) =>
  console.log(`${action}: ${name}: ${shortMessage.replace('\n', ' ')}`);

const sent = await client.sendTransaction({ to: account, value: 1n, gas: 21_000n }).catch(({ cause }) => cause);
print('sendTransaction', sent);
assert(sent instanceof InternalRpcError);

const call = { address: account, abi: parseAbi(['function f()']), functionName: 'f', gas: 50_000n };
const written = await client.writeContract(call).catch(({ cause }) => cause);
print('writeContract', written);
console.log('revert data:', written.raw);
assert(written instanceof ContractFunctionRevertedError);
assert.equal(written.raw, undefined);
EOF
node run.js
