import { waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { type Address, type Hash, type Hex, parseEther, parseGwei, TransactionNotFoundError } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { getTransaction } from 'viem/actions';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { isCancelling, type LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import { awaitEnd, callHash } from '@/lib/wallet/transactions/transaction-end';
import {
  addToLedger,
  endInLedger,
  replaceInLedger,
  updateLedger,
  useLedger,
  watchLedger,
} from '@/lib/wallet/transactions/transaction-ledger';
import { isMined, reviewMined } from '@/lib/wallet/transactions/use-reorganizations';
import { fuzzSeed } from '../../../support/fuzz-seed';
import { type OwnChain, startOwnChain } from '../../../support/own-chain';

const RECIPIENT: Address = '0x000000000000000000000000000000000000dEaD';
const OTHER: Address = '0x00000000000000000000000000000000DeaDBeef';

/**
 * Events of a transaction in a round: the page speeds it up or cancels it, the wallet does so on its own (or sends
 * another transaction with its nonce), the network drops the latest one, the network receives the first or the latest
 * one again, or the page is opened, reloaded, or closed.
 */
const events = [
  'nothing',
  'speedUp',
  'cancel',
  'walletSpeedUp',
  'walletCancel',
  'walletOther',
  'drop',
  'resendFirst',
  'resendLatest',
  'open',
  'reload',
  'close',
] as const;
type Event = (typeof events)[number];

/** Fates of a transaction in a reorganization: included in the new branch, pending until a later block, or lost. */
const fates = ['branch', 'later', 'lost'] as const;
type Turn = { event: Event; fate: (typeof fates)[number] };

/**
 * Changes to the chain in a round: it removes some blocks, then adds some. `isSeen` is whether open pages see the
 * result before the next round.
 */
type Step = { adds: number; removes: number; isSeen: boolean };

/** A round is one turn of each story, followed by a step of the chain. */
type World = { steps: Step[]; stories: { isOpen: boolean; turns: Turn[] }[] };

const ROUNDS = 5;
const STORIES = 14;
const MAX_DEPTH = 4;

const step: fc.Arbitrary<Step> = fc
  .record({ adds: fc.nat(2), removes: fc.nat(MAX_DEPTH), isReorganized: fc.boolean(), isSeen: fc.boolean() })
  .map(({ adds, removes, isReorganized, isSeen }) =>
    // A new branch must be longer to replace the old one.
    isReorganized ? { adds: removes + 1, removes, isSeen } : { adds, removes: 0, isSeen },
  );
const turn: fc.Arbitrary<Turn> = fc.record({
  event: fc.constantFrom(...events),
  fate: fc.constantFrom(...fates),
});
const world: fc.Arbitrary<World> = fc.record({
  steps: fc.array(step, { minLength: ROUNDS, maxLength: ROUNDS }),
  stories: fc.array(
    fc.record({ isOpen: fc.boolean(), turns: fc.array(turn, { minLength: ROUNDS, maxLength: ROUNDS }) }),
    { minLength: STORIES, maxLength: STORIES },
  ),
});

const seen = (adds: number, removes = 0): Step => ({ adds, removes, isSeen: true });
const turns = (...sequence: Event[]): Turn[] => sequence.map((event) => ({ event, fate: 'lost' }));
/**
 * A world that random generation rarely produces: a page sees each block and each reorganization, and between them,
 * the page, the wallet, and the network disagree about the nonce.
 */
const hardWorld: World = {
  steps: [seen(1), seen(2, 1), seen(1), seen(5, 4), seen(1)],
  stories: [true, false].flatMap((isOpen) => [
    ...fates.map((fate) => ({
      isOpen,
      turns: Array.from({ length: ROUNDS }, () => ({ event: 'reload' as const, fate })),
    })),
    { isOpen, turns: turns('cancel', 'walletSpeedUp', 'nothing', 'nothing', 'nothing') },
    { isOpen, turns: turns('cancel', 'nothing', 'walletCancel', 'reload', 'resendFirst') },
    { isOpen, turns: turns('speedUp', 'nothing', 'walletOther', 'nothing', 'resendLatest') },
    { isOpen, turns: turns('drop', 'resendFirst', 'cancel', 'drop', 'reload') },
  ]),
};

let chain: OwnChain;
let stopWatching: () => void;
beforeAll(async () => {
  chain = await startOwnChain();
  stopWatching = watchLedger();
  await chain.client.setAutomine(false);
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
const outcomeOf = ({ status, reason }: LedgerEntry) => reason ?? status;

/** Rereads the ledger from storage, as a new page does. */
const reload = () =>
  window.dispatchEvent(
    new StorageEvent('storage', { key: 'tidewell.transactions', storageArea: localStorage }),
  );

/** `isCall` is whether the transaction makes the call that the user requested. */
type Sent = { raw: Hex; hash: Hash; isCall: boolean };

/** Returns whether a transaction is on the chain, in the node's transaction pool, or neither. */
async function locate({ hash }: Sent): Promise<'chain' | 'pool' | 'nowhere'> {
  try {
    const { blockHash } = await getTransaction(chain.client, { hash });
    return blockHash === null ? 'pool' : 'chain';
  } catch (error) {
    if (error instanceof TransactionNotFoundError) return 'nowhere';
    throw error;
  }
}

/** One account with one nonce, at which the page and the wallet send transactions. */
async function startStory(account: PrivateKeyAccount) {
  const sent: Sent[] = [];
  const post = ({ raw }: Sent) => chain.client.sendRawTransaction({ serializedTransaction: raw });
  let fee = parseGwei('10');
  const send = async (to: Address, value: bigint, isCall: boolean): Promise<Hash> => {
    fee = (fee * 5n) / 4n;
    const raw = await account.signTransaction({
      to,
      value,
      chainId: chain.id,
      nonce: 0,
      type: 'eip1559',
      gas: 30_000n,
      maxFeePerGas: fee,
      maxPriorityFeePerGas: fee,
    });
    const hash = await chain.client.sendRawTransaction({ serializedTransaction: raw });
    sent.push({ raw, hash, isCall });
    return hash;
  };
  const sendCall = () => send(RECIPIENT, 5n, true);
  const sendEmpty = () => send(account.address, 0n, false);
  const id = await sendCall();
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
  const first = await getTransaction(chain.client, { hash: id });
  updateLedger(id, { nonce: first.nonce, call: callHash(first) });

  let page: object | null = null;
  /** Tracks the transaction on the open page until its outcome, or until the page closes. */
  const follow = () => {
    const own = page;
    let entry = entryOf(id);
    if (own === null || entry.status !== 'pending') return;
    const latest = () => {
      // A closed page no longer changes the entry.
      if (page === own) entry = entryOf(id);
      return entry;
    };
    void awaitEnd(chain.client, latest).then((end) => {
      if (page !== own) return;
      if (end) endInLedger(id, end);
      else follow();
    });
  };
  const open = () => {
    page = {};
    follow();
  };
  const close = () => {
    page = null;
  };
  /** Compares the outcome with the chain, as each page does after a new block. */
  const review = async (head: bigint) => {
    const reopened = await reviewMined(chain.client, head, [entryOf(id)].filter(isMined));
    if (reopened.length > 0) follow();
  };

  /** Returns the transaction on the chain, and the one in the node's transaction pool. */
  const state = async () => {
    const places = await Promise.all(sent.map(locate));
    return { mined: sent[places.indexOf('chain')], waiting: sent[places.indexOf('pool')] };
  };
  const [original] = sent;
  if (!original) throw new Error('nothing was sent');
  const act = async (event: Event): Promise<void> => {
    if (event === 'open') return open();
    if (event === 'close') return close();
    if (event === 'reload') {
      reload();
      if (page !== null) open();
      return;
    }
    const { mined, waiting } = await state();
    // The node rejects a used nonce, so no other event can change the transaction.
    if (event === 'nothing' || mined) return;
    if (event === 'drop') {
      if (waiting) await chain.client.dropTransaction({ hash: waiting.hash });
    } else if (event === 'resendFirst' || event === 'resendLatest') {
      if (!waiting) await post(event === 'resendFirst' ? original : (sent.at(-1) ?? original));
    } else if (event === 'speedUp' || event === 'cancel') {
      const entry = entryOf(id);
      // The page can only replace pending transactions.
      if (entry.status !== 'pending') return;
      // Speeding up a cancellation is a cancellation, because the page speeds up its own latest transaction.
      const isCancel = event === 'cancel' || isCancelling(entry);
      const hash = await (isCancel ? sendEmpty() : sendCall());
      replaceInLedger(id, { hash, kind: isCancel ? 'cancel' : 'speedUp', at: Date.now() });
      // The page then tracks its new transaction.
      if (page !== null) open();
    } else if (event === 'walletSpeedUp') await sendCall();
    else if (event === 'walletCancel') await sendEmpty();
    else await send(OTHER, 1n, false);
  };
  return { id, act, open, close, review, state, post, isOpen: () => page !== null };
}

type Story = Awaited<ReturnType<typeof startStory>>;

/** Removes blocks and adds a longer branch that includes the transactions with that fate. */
async function reorganize({ adds, removes }: Step, storyTurns: readonly (readonly [Story, Turn])[]) {
  const before = await Promise.all(storyTurns.map(([story]) => story.state()));
  await chain.client.request({ method: 'anvil_rollback', params: [removes] } as never);
  const post = async (wanted: Turn['fate']) => {
    for (const [index, [story, { fate }]] of storyTurns.entries()) {
      const taken = before[index]?.mined;
      if (fate === wanted && taken && (await locate(taken)) === 'nowhere') await story.post(taken);
    }
  };
  await post('branch');
  await chain.client.mine({ blocks: adds });
  await post('later');
}

/** Lets every open page read the chain, and asserts that none shows an outcome that isn't on the chain. */
async function assertPages(stories: readonly Story[]) {
  const head = await chain.client.getBlockNumber({ cacheTime: 0 });
  for (const story of stories.filter(({ isOpen }) => isOpen())) {
    const { mined } = await story.state();
    const isAsOnChain = async () => {
      await story.review(head);
      const entry = entryOf(story.id);
      // A page detects its own transaction within seconds, and another one with its nonce within a minute.
      if (entry.status === 'pending') expect(mined?.hash).not.toBe(entry.hash);
      else expect(outcomeOf(entry)).toBe(mined ? (mined.isCall ? 'confirmed' : 'cancelled') : 'pending');
    };
    await waitFor(isAsOnChain, { timeout: 30_000 });
  }
}

/** Tracks an entry on a page that opens after the transaction may have been dropped. */
async function openLate({ id, review }: Story) {
  const head = await chain.client.getBlockNumber({ cacheTime: 0 });
  await review(head);
  if (entryOf(id).status !== 'pending') return;
  const end = await awaitEnd(chain.client, () => {
    const { replacements = [], ...entry } = entryOf(id);
    const sentLongAgo = replacements.map((sent) => ({ ...sent, at: 0 }));
    return { ...entry, createdAt: 0, reorganizedAt: 0, replacements: sentLongAgo };
  });
  if (end) endInLedger(id, end);
}

/** Plays a world. Returns each story's outcome in the ledger and on the chain. */
async function play({ steps, stories: plans }: World) {
  localStorage.clear();
  reload();
  const accounts = plans.map(() => privateKeyToAccount(generatePrivateKey()));
  for (const { address } of accounts) await chain.client.setBalance({ address, value: parseEther('10') });
  // Make these balances final: no reorganization can remove them.
  await chain.client.mine({ blocks: MAX_DEPTH + 1 });
  const stories: Story[] = [];
  for (const account of accounts) stories.push(await startStory(account));
  for (const [index, { open }] of stories.entries()) if (plans[index]?.isOpen) open();
  const at = (round: number) =>
    stories.map(
      (story, index) => [story, plans[index]?.turns[round] ?? { event: 'nothing', fate: 'lost' }] as const,
    );
  for (const [round, step] of steps.entries()) {
    for (const [story, { event }] of at(round)) await story.act(event);
    if (step.removes > 0) await reorganize(step, at(round));
    else if (step.adds > 0) await chain.client.mine({ blocks: step.adds });
    if (step.isSeen) await assertPages(stories);
  }
  await chain.client.mine({ blocks: 1 });
  for (const { close } of stories) close();
  return Promise.all(
    stories.map(async (story, index) => {
      await openLate(story);
      const { mined } = await story.state();
      const { reorganizedAt, ...entry } = entryOf(story.id);
      return {
        story: plans[index],
        expected: mined ? (mined.isCall ? 'confirmed' : 'cancelled') : 'dropped',
        actual: outcomeOf(entry),
        isReopened: reorganizedAt !== undefined,
      };
    }),
  );
}

test('WAL-9 WAL-16 the ledger ends in the same state as the chain, whatever the order of page, wallet, and network events', async () => {
  const worlds = [hardWorld, ...fc.sample(world, { numRuns: 2, seed: fuzzSeed })];
  const ends = [];
  for (const one of worlds) {
    const { steps } = one;
    for (const end of await play(one)) {
      expect({ steps, story: end.story, end: end.actual }).toEqual({
        steps,
        story: end.story,
        end: end.expected,
      });
      ends.push(end);
    }
  }
  expect(new Set(ends.map(({ expected }) => expected)).size).toBe(3);
  expect(ends.filter(({ isReopened }) => isReopened).length).toBeGreaterThan(5);
});
