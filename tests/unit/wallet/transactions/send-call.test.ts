import { erc20Abi, type Hex, numberToHex } from 'viem';
import { tryCall } from '@/lib/wallet/transactions/send-call';
import { RpcFailure } from '../../../support/chain-plans';
import { account } from '../../../support/ledger-entry';
import { answering, TOKEN, VAULT, wagmiConfig } from '../../../support/test-chains';

const transfer = { address: TOKEN, abi: erc20Abi, functionName: 'transfer', args: [VAULT, 1n] };
const yes = numberToHex(1, { size: 32 });
const no = numberToHex(0, { size: 32 });

/** Simulates a call on a node whose result is `read(block)`. Returns the blocks on which the node ran it. */
async function blocksOf(call: Parameters<typeof tryCall>[1], read: (block: unknown) => Hex) {
  const blocks: unknown[] = [];
  const node = answering({
    eth_call: ([, block]) => {
      blocks.push(block);
      return read(block);
    },
  });
  const tried = tryCall(wagmiConfig(new Map([[901, node]])), call, { chainId: 901, account });
  const isPassed = await tried.then(
    () => true,
    () => false,
  );
  return { blocks, isPassed };
}
const withoutPending = (block: unknown) => {
  if (block === 'pending') throw new RpcFailure(-32000, 'pending block is not available');
  return yes;
};

test.each([
  ['contract call', transfer],
  ['native currency payment', { address: VAULT, value: 1n }],
])('WAL-9 a %s is simulated on the latest block if the node has no pending one', async (_, call) => {
  expect(await blocksOf(call, withoutPending)).toEqual({ blocks: ['pending', 'latest'], isPassed: true });
  expect(await blocksOf(call, () => yes)).toEqual({ blocks: ['pending'], isPassed: true });
});

test('WAL-9 a call that fails on the pending block is not simulated again', async () => {
  expect(await blocksOf(transfer, () => no)).toEqual({ blocks: ['pending'], isPassed: false });
});
