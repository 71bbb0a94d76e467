import fc from 'fast-check';
import { type Address, createClient, custom, type Hash, type Hex, parseEther, parseGwei } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { getTransaction } from 'viem/actions';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { isCancelling, type LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import { awaitEnd, callHash, type TransactionEnd } from '@/lib/wallet/transactions/transaction-end';
import {
  addToLedger,
  replaceInLedger,
  updateLedger,
  useLedger,
  watchLedger,
} from '@/lib/wallet/transactions/transaction-ledger';
import { fuzzSeed } from '../../../support/fuzz-seed';
import { type OwnChain, startOwnChain } from '../../../support/own-chain';

const RECIPIENT: Address = '0x000000000000000000000000000000000000dEaD';
const OTHER: Address = '0x00000000000000000000000000000000DeaDBeef';

/**
 * What can happen to a pending transaction: the page sends it again at a higher fee or cancels it, the wallet does so
 * on its own (or sends something else with its nonce), or the page is reloaded.
 */
const events = ['speedUp', 'cancel', 'walletSpeedUp', 'walletCancel', 'walletOther', 'reload'] as const;
type Event = (typeof events)[number];

/**
 * How the story ends: the latest transaction is dropped, or it is mined in a block that a reorganization takes away, and
 * is then mined again or lost.
 */
const endings = ['mined', 'dropped', 'lost'] as const;
/**
 * `isOpen` is whether a page is open all the time. Otherwise, one is opened after the end, as it is for transactions
 * that are dropped or lost: an open page would wait for them, or believe the block that was taken away.
 */
type Story = { events: Event[]; ending: (typeof endings)[number]; isOpen: boolean };

let chain: OwnChain;
let stopWatching: () => void;
beforeAll(async () => {
  chain = await startOwnChain();
  stopWatching = watchLedger();
});
afterAll(async () => {
  stopWatching();
  await chain.stop();
});

const entryOf = (id: Hash): LedgerEntry => {
  const entry = useLedger.getState().entries.find((known) => known.id === id);
  if (!entry) throw new Error('the entry is gone');
  return entry;
};

/** Rereads the ledger from storage, as a new page does. */
const reload = () =>
  window.dispatchEvent(
    new StorageEvent('storage', { key: 'tidewell.transactions', storageArea: localStorage }),
  );

/** Follows an entry as an open page does. `onSeen` is called once the node has returned the transaction. */
const follow = (id: Hash, onSeen: () => void) => {
  const request = async (asked: { method: string }) => {
    const answer = await chain.client.request(asked as never);
    if (asked.method === 'eth_getTransactionByHash' && answer !== null) onSeen();
    return answer;
  };
  return awaitEnd(createClient({ transport: custom({ request }) }), () => entryOf(id));
};

/** Follows an entry as a page does that is opened so late that the transaction may be dropped. */
const followLate = (id: Hash) =>
  awaitEnd(chain.client, () => {
    const { replacements = [], ...entry } = entryOf(id);
    return { ...entry, createdAt: 0, replacements: replacements.map((sent) => ({ ...sent, at: 0 })) };
  });

/** One account with one nonce, at which the page and the wallet send transactions. */
async function startStory({ events, ending, isOpen }: Story) {
  const account = privateKeyToAccount(generatePrivateKey());
  await chain.client.setBalance({ address: account.address, value: parseEther('10') });
  const call = { to: RECIPIENT, value: 5n };
  const empty = { to: account.address, value: 0n };
  let fee = parseGwei('10');
  const send = async (what: { to: Address; value: bigint }) => {
    fee = (fee * 5n) / 4n;
    const raw = await account.signTransaction({
      ...what,
      chainId: chain.id,
      nonce: 0,
      type: 'eip1559',
      gas: 30_000n,
      maxFeePerGas: fee,
      maxPriorityFeePerGas: fee,
    });
    return { raw, hash: await chain.client.sendRawTransaction({ serializedTransaction: raw }) };
  };
  const { raw, hash: id } = await send(call);
  addToLedger({
    kind: 'send',
    coinId: 1,
    amountRaw: '5',
    decimals: 18,
    symbol: 'ETH',
    recipient: RECIPIENT,
    token: NATIVE_TOKEN,
    chainId: chain.id,
    account: account.address,
    hash: id,
  });
  const sent = await getTransaction(chain.client, { hash: id });
  updateLedger(id, { nonce: sent.nonce, call: callHash(sent) });

  let latest: { raw: Hex; hash: Hash } = { raw, hash: id };
  /** Whether the latest transaction makes the call that the user wanted. */
  let isCall = true;
  let followed: Promise<TransactionEnd | null> | null = null;
  /** Has the page follow its latest transaction, and waits until it has seen it. */
  const open = async () => {
    if (!isOpen || ending !== 'mined') return;
    await new Promise<void>((resolve) => {
      followed = follow(id, resolve);
    });
  };
  await open();
  for (const event of events) {
    if (event === 'reload') reload();
    else if (event === 'speedUp' || event === 'cancel') {
      // The page speeds up its own latest transaction, so speeding up a cancellation is a cancellation.
      const isCancel = event === 'cancel' || isCancelling(entryOf(id));
      latest = await send(isCancel ? empty : call);
      replaceInLedger(id, { hash: latest.hash, kind: isCancel ? 'cancel' : 'speedUp', at: Date.now() });
      isCall = !isCancel;
      // The page then follows its new transaction.
      await open();
    } else {
      latest = await send(
        { walletSpeedUp: call, walletCancel: empty, walletOther: { to: OTHER, value: 1n } }[event],
      );
      isCall = event === 'walletSpeedUp';
    }
  }
  const drop = () => chain.client.dropTransaction({ hash: latest.hash });
  return { id, ending, latest, isCall, followed, drop };
}

const story: fc.Arbitrary<Story> = fc.record({
  events: fc.array(fc.constantFrom(...events), { maxLength: 5 }),
  ending: fc.constantFrom(...endings),
  isOpen: fc.boolean(),
});

/** Stories in which the page and the wallet disagree about the nonce. They are rare among random ones. */
const hardStories: Story[] = [true, false].flatMap((isOpen) => [
  { events: ['cancel', 'walletSpeedUp'], ending: 'mined', isOpen },
  { events: ['cancel', 'walletCancel'], ending: 'mined', isOpen },
  { events: ['speedUp', 'cancel', 'walletOther'], ending: 'mined', isOpen },
]);

test('WAL-9 WAL-16 the ledger ends as the chain does, whatever the page, the wallet, and the network did before', async () => {
  localStorage.clear();
  reload();
  await chain.client.setAutomine(false);
  const told = [...hardStories, ...fc.sample(story, { numRuns: 40, seed: fuzzSeed })];
  const stories = [];
  for (const one of told) stories.push(await startStory(one));

  for (const { ending, drop } of stories) if (ending === 'dropped') await drop();
  await chain.client.mine({ blocks: 1 });
  // A reorganization takes the block away. Of its transactions, only some are sent again.
  await chain.client.request({ method: 'anvil_rollback', params: [1] } as never);
  for (const { ending, latest } of stories)
    if (ending === 'mined') await chain.client.sendRawTransaction({ serializedTransaction: latest.raw });
  // Open pages look again at each new height, so the chain must grow beyond the block that was taken away.
  await chain.client.mine({ blocks: 2 });

  const ends = await Promise.all(
    stories.map(async ({ id, ending, isCall, followed }, index) => {
      const end = (await followed) ?? (await followLate(id));
      return {
        story: told[index],
        expected: ending === 'mined' ? (isCall ? 'confirmed' : 'cancelled') : 'dropped',
        actual: end && ('reason' in end ? end.reason : end.status),
      };
    }),
  );
  for (const { story, expected, actual } of ends)
    expect({ story, end: actual }).toEqual({ story, end: expected });
  expect(new Set(ends.map(({ expected }) => expected)).size).toBe(3);
});
