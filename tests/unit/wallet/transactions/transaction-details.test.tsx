import { screen, waitFor } from '@testing-library/react';
import {
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  erc20Abi,
  getAddress,
  numberToHex,
  pad,
} from 'viem';
import { TransactionReceipt } from '@/components/wallet/transaction/transaction';
import { ReceiptActions } from '@/components/wallet/transaction-sheet/receipt-actions';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { type Answer, renderOnChains, silent, TOKEN, VAULT } from '../../../support/test-chains';

const hash = pad('0x1', { size: 32 });
const blockHash = pad('0x2', { size: 32 });
const owner: Address = '0x00000000000000000000000000000000000000bb';
const lookAlike: Address = '0x00000000000000000000000000000000000000ee';

const place = { blockHash, blockNumber: '0x10', transactionHash: hash, transactionIndex: '0x0' };

const deposited = (address: Address, amount: bigint, logIndex: number) => ({
  ...place,
  address,
  topics: encodeEventTopics({ abi: vaultAbi, eventName: 'Deposited', args: { owner, token: TOKEN } }),
  data: encodeAbiParameters([{ type: 'uint256' }], [amount]),
  logIndex: numberToHex(logIndex),
  removed: false,
});

const transferred = (amount: bigint, logIndex: number) => ({
  ...place,
  address: TOKEN,
  topics: encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from: owner, to: VAULT } }),
  data: encodeAbiParameters([{ type: 'uint256' }], [amount]),
  logIndex: numberToHex(logIndex),
  removed: false,
});

const block = {
  hash: blockHash,
  number: '0x10',
  timestamp: numberToHex(Date.UTC(2026, 2, 4, 5, 6) / 1_000),
  transactions: [],
};

const mined: Answer = (method) => {
  if (method === 'eth_getBlockByHash') return block;
  if (method === 'eth_getTransactionByHash') {
    return {
      ...place,
      hash,
      from: owner,
      to: VAULT,
      value: '0x0',
      nonce: '0x0',
      gas: '0x5208',
      type: '0x2',
      input: '0x01',
    };
  }
  if (method === 'eth_getTransactionReceipt') {
    return {
      ...place,
      status: '0x1',
      from: owner,
      to: VAULT,
      gasUsed: '0x5208',
      cumulativeGasUsed: '0x5208',
      effectiveGasPrice: '0x1',
      type: '0x2',
      logs: [
        deposited(lookAlike, 9n * 10n ** 18n, 0),
        deposited(VAULT, 2n * 10n ** 18n, 1),
        transferred(2n * 10n ** 18n, 2),
      ],
    };
  }
  return null;
};

test("only the listed vault's deposits are shown, never a look-alike's", async () => {
  renderOnChains(<TransactionReceipt chainId={901} hash={hash} />, new Map([[901, mined]]));
  expect(await screen.findByText(/^2 TIDE/)).toHaveTextContent(getAddress(VAULT));
  expect(screen.getByRole('heading', { name: 'Deposited 2 TIDE' })).toBeVisible();
  expect(screen.getByText('Mar 4, 2026, 5:06 AM UTC')).toBeVisible();
  expect(screen.getAllByText('Tidewell vault')[0]).toBeVisible();
  expect(screen.queryByText(/^9 TIDE/)).toBeNull();
});

test('a transaction is reported as not found only if the node says so', async () => {
  renderOnChains(<TransactionReceipt chainId={901} hash={hash} />, new Map([[901, () => null]]));
  expect(await screen.findByRole('alert')).toHaveTextContent('Transaction not found');
});

test('an unreachable node is reported, with a retry', async () => {
  renderOnChains(<TransactionReceipt chainId={901} hash={hash} />, new Map([[901, silent]]));
  expect(await screen.findByRole('alert')).toHaveTextContent("Can't reach the network");
  expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled();
});

test('a transaction is not shown as pending if its receipt cannot be read', async () => {
  const answer: Answer = (method, params) =>
    (method === 'eth_getTransactionReceipt' ? silent : mined)(method, params);
  renderOnChains(<TransactionReceipt chainId={901} hash={hash} />, new Map([[901, answer]]));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent("Can't reach"));
  expect(screen.queryByText('Pending')).toBeNull();
});

test('a network is reported as not configured only if the loaded list does not contain it', async () => {
  renderOnChains(<TransactionReceipt chainId={999} hash={hash} />, new Map([[901, mined]]));
  expect(await screen.findByRole('alert')).toHaveTextContent("Tidewell doesn't support this network");
});

test('a reverted transaction says that nothing moved, and shows no amounts', async () => {
  const answer: Answer = (method, params) => {
    const told = mined(method, params);
    return method === 'eth_getTransactionReceipt' ? { ...(told as object), status: '0x0', logs: [] } : told;
  };
  renderOnChains(<TransactionReceipt chainId={901} hash={hash} />, new Map([[901, answer]]));
  expect(await screen.findByRole('heading', { name: 'Transaction failed' })).toBeVisible();
  expect(screen.getByText('Nothing moved. Only the network fee was paid.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Save receipt image' })).toBeEnabled();
  expect(screen.queryByText('Sent')).toBeNull();
});

test('a pending transaction has no receipt to save yet', async () => {
  const answer: Answer = (method, params) => {
    if (method === 'eth_getTransactionReceipt') return null;
    return { ...(mined(method, params) as object), blockNumber: null, blockHash: null };
  };
  renderOnChains(<TransactionReceipt chainId={901} hash={hash} />, new Map([[901, answer]]));
  expect(await screen.findByRole('heading', { name: 'Waiting for the network' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Save receipt image' })).toBeNull();
});

test('a receipt whose time cannot be read is not shown, because every fact must come from the chain', async () => {
  const answer: Answer = (method, params) =>
    (method === 'eth_getBlockByHash' ? silent : mined)(method, params);
  renderOnChains(<ReceiptActions entry={{ chainId: 901, hash }} />, new Map([[901, answer]]));
  expect(await screen.findByRole('alert')).toHaveTextContent('there is no receipt yet');
  expect(screen.queryByRole('button', { name: 'Save receipt image' })).toBeNull();
});
