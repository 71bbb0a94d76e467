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
 * What can happen to a transaction in a round: the page sends it again at a higher fee or cancels it, the wallet does so
 * on its own (or sends something else with its nonce), the network drops the latest one, the network receives the first
 * or the latest one again, or the page is opened, reloaded, or closed.
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

/** Where a transaction is after a reorganization: on the new branch, pending until a later block, or nowhere. */
const fates = ['branch', 'later', 'lost'] as const;
type Turn = { event: Event; fate: (typeof fates)[number] };

/**
 * What the chain does in a round: it adds blocks, after it has removed some. `isSeen` is whether open pages see the result
 * before the next round.
 */
type Step = { adds: number; removes: number; isSeen: boolean };

/** Each round is one turn of each story, and then a step of the chain. */
type World = { steps: Step[]; stories: { isOpen: boolean; turns: Turn[] }[] };

const ROUNDS = 5;
const STORIES = 14;
const MAX_DEPTH = 4;

const step: fc.Arbitrary<Step> = fc
  .record({ adds: fc.nat(2), removes: fc.nat(MAX_DEPTH), isReorganized: fc.boolean(), isSeen: fc.boolean() })
  .map(({ adds, removes, isReorganized, isSeen }) =>
    // A new branch replaces the old one only if it's longer.
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
const turns = (...told: Event[]): Turn[] => told.map((event) => ({ event, fate: 'lost' }));
/**
 * A world that random ones rarely are: a page sees each block and each reorganization, and between them, the page, the
 * wallet, and the network disagree about the nonce.
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

/** `isCall` is whether the transaction makes the call that the user wanted. */
type Sent = { raw: Hex; hash: Hash; isCall: boolean };

/** Returns whether the chain has a transaction, or the node holds it for a later block, or neither. */
async function whereIs({ hash }: Sent): Promise<'chain' | 'pool' | 'nowhere'> {
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
  /** Follows the transaction on the open page until its outcome, as long as this page is open. */
  const follow = () => {
    const own = page;
    let entry = entryOf(id);
    if (own === null || entry.status !== 'pending') return;
    const latest = () => {
      // A closed page doesn't change anymore, even after the end of its world.
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

  /** Returns the transaction that the chain has, and the one that the node holds for a later block. */
  const state = async () => {
    const places = await Promise.all(sent.map(whereIs));
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
    // The node rejects a used nonce, so nothing else can happen to the transaction.
    if (event === 'nothing' || mined) return;
    if (event === 'drop') {
      if (waiting) await chain.client.dropTransaction({ hash: waiting.hash });
    } else if (event === 'resendFirst' || event === 'resendLatest') {
      if (!waiting) await post(event === 'resendFirst' ? original : (sent.at(-1) ?? original));
    } else if (event === 'speedUp' || event === 'cancel') {
      const entry = entryOf(id);
      // The page offers to replace pending transactions only.
      if (entry.status !== 'pending') return;
      // It speeds up its own latest transaction, so speeding up a cancellation is a cancellation.
      const isCancel = event === 'cancel' || isCancelling(entry);
      const hash = await (isCancel ? sendEmpty() : sendCall());
      replaceInLedger(id, { hash, kind: isCancel ? 'cancel' : 'speedUp', at: Date.now() });
      // It then follows its new transaction.
      if (page !== null) open();
    } else if (event === 'walletSpeedUp') await sendCall();
    else if (event === 'walletCancel') await sendEmpty();
    else await send(OTHER, 1n, false);
  };
  return { id, act, open, close, review, state, post, isOpen: () => page !== null };
}

type Story = Awaited<ReturnType<typeof startStory>>;

/** Removes blocks and adds a longer branch, with the transactions of the removed blocks whose fate it is. */
async function reorganize({ adds, removes }: Step, told: readonly (readonly [Story, Turn])[]) {
  const before = await Promise.all(told.map(([story]) => story.state()));
  await chain.client.request({ method: 'anvil_rollback', params: [removes] } as never);
  const post = async (wanted: Turn['fate']) => {
    for (const [index, [story, { fate }]] of told.entries()) {
      const taken = before[index]?.mined;
      if (fate === wanted && taken && (await whereIs(taken)) === 'nowhere') await story.post(taken);
    }
  };
  await post('branch');
  await chain.client.mine({ blocks: adds });
  await post('later');
}

/** Has every open page see the chain, and asserts that none shows an outcome that the chain doesn't have. */
async function look(stories: readonly Story[]) {
  const head = await chain.client.getBlockNumber({ cacheTime: 0 });
  for (const story of stories.filter(({ isOpen }) => isOpen())) {
    const { mined } = await story.state();
    const isAsOnChain = async () => {
      await story.review(head);
      const entry = entryOf(story.id);
      // A page reports its own transaction within seconds, and another one with its nonce after up to a minute.
      if (entry.status === 'pending') expect(mined?.hash).not.toBe(entry.hash);
      else expect(outcomeOf(entry)).toBe(mined ? (mined.isCall ? 'confirmed' : 'cancelled') : 'pending');
    };
    await waitFor(isAsOnChain, { timeout: 30_000 });
  }
}

/** Follows an entry as a page does that is opened so late that the transaction may be dropped. */
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

/** Plays a world, and returns how each story ended in the ledger and on the chain. */
async function play({ steps, stories: told }: World) {
  localStorage.clear();
  reload();
  const accounts = told.map(() => privateKeyToAccount(generatePrivateKey()));
  for (const { address } of accounts) await chain.client.setBalance({ address, value: parseEther('10') });
  // No reorganization removes these balances.
  await chain.client.mine({ blocks: MAX_DEPTH + 1 });
  const stories: Story[] = [];
  for (const account of accounts) stories.push(await startStory(account));
  for (const [index, { open }] of stories.entries()) if (told[index]?.isOpen) open();
  const at = (round: number) =>
    stories.map(
      (story, index) => [story, told[index]?.turns[round] ?? { event: 'nothing', fate: 'lost' }] as const,
    );
  for (const [round, step] of steps.entries()) {
    for (const [story, { event }] of at(round)) await story.act(event);
    if (step.removes > 0) await reorganize(step, at(round));
    else if (step.adds > 0) await chain.client.mine({ blocks: step.adds });
    if (step.isSeen) await look(stories);
  }
  await chain.client.mine({ blocks: 1 });
  for (const { close } of stories) close();
  return Promise.all(
    stories.map(async (story, index) => {
      await openLate(story);
      const { mined } = await story.state();
      const { reorganizedAt, ...entry } = entryOf(story.id);
      return {
        story: told[index],
        expected: mined ? (mined.isCall ? 'confirmed' : 'cancelled') : 'dropped',
        actual: outcomeOf(entry),
        isReopened: reorganizedAt !== undefined,
      };
    }),
  );
}

test('WAL-9 WAL-16 the ledger ends as the chain does, in whatever order the page, the wallet, and the network act', async () => {
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
