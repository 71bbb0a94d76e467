import { QueryClient } from '@tanstack/react-query';
import type { Address, Hash } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import type { Config } from 'wagmi';
import { mergeActivity } from '@/lib/wallet/activity/merge-activity';
import type { LedgerEntry, ReplacementKind } from '@/lib/wallet/transactions/ledger-entry';
import { planReplacement, sendReplacement } from '@/lib/wallet/transactions/replacement';
import { sendPlan } from '@/lib/wallet/transactions/send-plan';
import { trackEntry } from '@/lib/wallet/transactions/track-entry';
import { isVerifiedKind } from '@/lib/wallet/transactions/transaction-kinds';
import {
  findEntry,
  useDeclined,
  useLedger,
  watchDeclined,
  watchLedger,
} from '@/lib/wallet/transactions/transaction-ledger';
import { storeLedger } from '../../../support/ledger-entry';
import {
  appendsBytes,
  type Behavior,
  ignoresNonce,
  lowers,
  MisbehavingWallet,
  type Misbehavior,
  misbehaviors,
  redirects,
} from '../../../support/misbehaving-wallet';
import { connectOwnChain, type OwnChain, startOwnChain } from '../../../support/own-chain';
import { createFlows, deployPasses, type Flow, type FlowState } from '../../../support/transaction-flows';
import { until } from '../../../support/until';

/** How often each account may run its flow with its tokens and allowances. */
const TIMES = 300n;
let chain: OwnChain;
let passes: Address;
const { flows, fund } = createFlows(
  () => chain,
  () => passes,
);

/** An account whose wallet misbehaves, and its flow. It stays the same for all misbehaviors, but its ledger doesn't. */
type Person = { flow: Flow; wallet: MisbehavingWallet; config: Config; queries: QueryClient };
let people: readonly Person[];
const stops: (() => void)[] = [];

async function meet(flow: Flow): Promise<Person> {
  const wallet = new MisbehavingWallet(chain.id, chain.rpcUrl);
  await chain.client.impersonateAccount({ address: wallet.address });
  await fund(wallet.address, flow, { times: TIMES });
  await chain.client.stopImpersonatingAccount({ address: wallet.address });
  // Its oldest transaction, and one of another account that pays it.
  await wallet.publish({ to: wallet.address });
  wallet.foreignHash = await chain.client.sendTransaction({ to: wallet.address, value: 1n });
  const config = await connectOwnChain(chain, wallet.address, undefined, undefined, wallet.methods);
  return { flow, wallet, config, queries: new QueryClient() };
}

beforeAll(async () => {
  chain = await startOwnChain();
  passes = await deployPasses(chain);
  const met: Person[] = [];
  for (const flow of flows) met.push(await meet(flow));
  people = met;
  stops.push(watchLedger(), watchDeclined());
});
afterAll(async () => {
  for (const stop of stops) stop();
  await chain.stop();
});
beforeEach(() => {
  storeLedger([]);
  localStorage.removeItem('tidewell.declined');
  useDeclined.setState({ entries: [] });
});
afterEach(() => setMining(true));

/** Rereads what is stored, as a new page does. */
function reload(): void {
  for (const key of ['tidewell.transactions', 'tidewell.declined'])
    window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }));
}
const ledgerOf = ({ wallet }: Person) =>
  useLedger.getState().entries.filter(({ account }) => account === wallet.address);
const declinedOf = ({ wallet }: Person) =>
  useDeclined.getState().entries.filter(({ account }) => account === wallet.address);

/** Presses the button that sends the plan. Resolves when the wallet has answered, or when it never will. */
async function press(
  { flow, wallet, config, queries }: Person,
  named: readonly Hash[] = [],
  isAnswered = true,
) {
  // A reward grows by the second.
  if (flow.kind === 'claim') await chain.client.increaseTime({ seconds: 10 });
  const closing = new AbortController();
  let recorded: Hash | null = null;
  const asked = new Promise<void>((resolve) => {
    const { behavior } = wallet;
    wallet.behavior = async (...request) => {
      // A wallet that never answers has done everything else before.
      const answer = behavior(...request);
      await wallet.settled();
      resolve();
      return answer;
    };
  });
  const sending = sendPlan(config, queries, wallet.address, flow.plan(wallet.address), {
    ...{ signal: closing.signal, named, onStep: () => undefined },
    onRecorded: (id) => {
      recorded = id;
    },
  });
  const result = await (isAnswered ? sending : Promise.race([asked, sending]));
  closing.abort();
  return { result, id: recorded };
}

/** Whether the node mines each transaction by itself, which takes a moment. */
let isMining = true;
async function setMining(isOn: boolean): Promise<void> {
  isMining = isOn;
  await chain.client.setAutomine(isOn);
}

/** Looks for all entries of an account, as its open page does, and as one that opens later does. */
async function look(person: Person): Promise<void> {
  const { address } = person.wallet;
  const isMined = async () =>
    (await chain.client.getTransactionCount({ address })) === (await person.wallet.nextNonce());
  if (isMining) await until(isMined, 'the transactions on chain');
  reload();
  for (const { id } of [...ledgerOf(person), ...declinedOf(person)]) await trackEntry(person.config, id);
}

/** Times a flow's moves. */
const times = ({ wallet, held }: FlowState, count: bigint): FlowState => ({
  wallet: wallet * count,
  held: held * count,
});

/** Asserts that the ledger, Activity, and the balances agree: `count` transactions of the flow since `before`. */
async function agree(person: Person, before: FlowState, count: number): Promise<void> {
  const { flow, wallet } = person;
  const entries = ledgerOf(person);
  const confirmed = entries.filter(({ status }) => status === 'confirmed');
  expect(confirmed.map(({ hash }) => hash)).toEqual(count === 0 ? [] : wallet.published.slice(-count));
  const after = await flow.state(wallet.address);
  const moved = { wallet: after.wallet - before.wallet, held: after.held - before.held };
  const expected = times(flow.moves, BigInt(count));
  const received = confirmed.reduce((sum, { receivedRaw = '0' }) => sum + BigInt(receivedRaw), 0n);
  if (flow.kind === 'swap') expected.held = received;
  if (flow.kind === 'claim') expected.wallet = received;
  expect([flow.name, moved]).toEqual([flow.name, expected]);

  const { coinId, decimals, symbol } = flow.plan(wallet.address).intent;
  const token = { coinId, decimals, symbol, address: flow.token() };
  const rows = mergeActivity(
    { chain: [], records: [], entries },
    () => new Map([[token.address, token]]),
  ).filter(({ status }) => status === 'confirmed');
  expect(rows.map(({ hash }) => hash).sort()).toEqual(confirmed.map(({ hash }) => hash).sort());
  const sum = (side: 'in' | 'out') =>
    rows
      .flatMap((row) => row[side])
      .filter((move) => move.token.address === token.address)
      .reduce((total, { amount }) => total + amount, 0n);
  // The ledger's rows show no NFTs. The native currency of a DApp's call becomes what the account holds elsewhere.
  const shown = { transferNft: 0n, dapp: -moved.held }[flow.kind as string] ?? moved.wallet;
  expect([flow.name, sum('in') - sum('out')]).toEqual([flow.name, shown]);
}

/** A revocation can be repeated without harm, so that nobody has to be told of an earlier one. */
const isRepeatable = ({ flow }: Person) => flow.kind === 'revoke';

/** Presses the button again, which must neither ask the wallet nor send anything without naming the first transaction. */
async function pressAgain(person: Person): Promise<void> {
  if (isRepeatable(person)) return;
  const { requests } = person.wallet;
  expect((await press(person)).result).toEqual({ problem: 'sentBefore' });
  expect(person.wallet.requests).toBe(requests);
}

/** Sends the plan, whatever the wallet does with it. Asserts what the page hears of it. */
async function sendWith(person: Person, { act, says }: Misbehavior) {
  person.wallet.behavior = act;
  const { result, id } = await press(person, [], says !== 'nothing');
  if (id === null) throw new Error('the wallet was not asked');
  if (says === 'no') expect(result).toEqual({ problem: 'rejected' });
  else if (says !== 'nothing') expect(result).toEqual({ id });
  person.wallet.behavior = (wallet, asked) => wallet.publish(asked);
  return id;
}

/** A flow with a misbehavior, from the request to the end. */
async function play(person: Person, misbehavior: Misbehavior): Promise<void> {
  const { flow, wallet, config } = person;
  const { sends, says } = misbehavior;
  const before = await flow.state(wallet.address);
  const id = await sendWith(person, misbehavior);
  const isDeclined = says === 'no';

  if (isDeclined) {
    expect([ledgerOf(person), declinedOf(person)]).toMatchObject([[], [{ id }]]);
    const { requests } = wallet;
    const second = await press(person);
    if (sends === 'now' && !isRepeatable(person)) {
      // It was sent after all, which the page notices before it asks again.
      expect([second.result, wallet.requests]).toEqual([{ id }, requests]);
      await look(person);
      await agree(person, before, 1);
      return;
    }
    expect([second.result, wallet.requests]).toEqual([{ id: second.id }, requests + 1]);
    await look(person);
    await look(person);
    if (sends === 'never') {
      await agree(person, before, 1);
      expect(declinedOf(person)).toMatchObject([{ id }]);
    } else expect(ledgerOf(person).map(({ status }) => status)).toEqual(['confirmed', 'confirmed']);
    return;
  }

  expect(findEntry(id)).toMatchObject({ status: 'pending', sent: says === 'hash' ? [{ kind: 'call' }] : [] });
  await pressAgain(person);
  await look(person);
  if (sends === 'now') {
    await agree(person, before, 1);
    expect(findEntry(id)?.isAltered).toBeUndefined();
    return;
  }
  expect(findEntry(id)).toMatchObject({ status: 'pending' });
  await agree(person, before, 0);
  await pressAgain(person);
  if (sends === 'later') {
    await wallet.release();
    await look(person);
    await agree(person, before, 1);
    return;
  }
  // The user was told, and sends another one.
  const second = await press(person, [id]);
  expect(second.result).toEqual({ id: second.id });
  await look(person);
  await look(person);
  expect(
    ledgerOf(person)
      .map((entry) => entry.status)
      .sort(),
  ).toEqual(['confirmed', 'pending']);
  await agree(person, before, 1);
  await trackEntry(config, id);
  expect(
    isVerifiedKind(flow.kind)
      ? 'confirmed'
      : ledgerOf(person).find(({ status }) => status !== 'pending')?.status,
  ).toBe('confirmed');
}

/** Plays the cells of all people at the same time. Waits for all of them, even if one fails, and names it. */
async function playAll(all: readonly Person[], playOne: (person: Person) => Promise<void>): Promise<void> {
  const results = await Promise.allSettled(all.map(playOne));
  for (const [index, result] of results.entries()) {
    if (result.status === 'fulfilled') continue;
    const { reason } = result;
    throw reason instanceof Error
      ? Object.assign(reason, { message: `${all[index]?.flow.name}: ${reason.message}` })
      : reason;
  }
}

test.each(misbehaviors)(
  'WAL-9 the chain alone ends a transaction whose wallet $name',
  async (misbehavior) => {
    await playAll(people, (person) => play(person, misbehavior));
  },
);

/** Returns the people with these flows. */
const having = (...names: readonly string[]) => people.filter(({ flow }) => names.includes(flow.name));

test('WAL-9 bytes that a wallet appends to a call change nothing', async () => {
  await playAll(
    people.filter(({ flow }) => flow.name !== 'native payment'),
    async (person) => {
      const before = await person.flow.state(person.wallet.address);
      const act: Behavior = appendsBytes;
      const id = await sendWith(person, { name: '', sends: 'now', says: 'hash', act });
      await look(person);
      await agree(person, before, 1);
      expect(findEntry(id)?.isAltered).toBeUndefined();
    },
  );
});

test('WAL-9 an amount that was changed in the wallet is reported as it was sent', async () => {
  await playAll(
    having('native payment', 'token payment', 'deposit', 'stake', 'pledge', 'contribute'),
    async (person) => {
      const { flow, wallet } = person;
      const before = await flow.state(wallet.address);
      const id = await sendWith(person, { name: '', sends: 'now', says: 'hash', act: lowers });
      await look(person);
      const after = await flow.state(wallet.address);
      expect([flow.name, after.held - before.held]).toEqual([flow.name, flow.moves.held - 1n]);
      const entry = findEntry(id);
      expect(entry).toMatchObject({ status: 'confirmed', hash: wallet.published.at(-1), isAltered: true });
      if (entry?.receivedRaw !== undefined) expect(BigInt(entry.receivedRaw)).toBe(flow.moves.held - 1n);
      // Without the chain's own row, Activity shows no amount rather than a wrong one.
      expect(
        mergeActivity({ chain: [], records: [], entries: ledgerOf(person) }, () => new Map()),
      ).toMatchObject([{ status: 'confirmed', in: [], out: [] }]);
    },
  );
});

test('WAL-9 a recipient that was changed in the wallet is not reported as paid', async () => {
  const other = privateKeyToAddress(generatePrivateKey());
  await playAll(having('native payment', 'token payment', 'NFT transfer', 'withdraw'), async (person) => {
    const { flow, wallet } = person;
    const { recipient } = flow.plan(wallet.address).intent;
    if (!recipient) throw new Error('nobody is paid');
    const before = await flow.state(wallet.address);
    const act = redirects(recipient, other);
    const id = await sendWith(person, { name: '', sends: 'now', says: 'hash', act });
    await look(person);
    const after = await flow.state(wallet.address);
    const paid = flow.kind === 'withdraw' ? after.wallet - before.wallet : after.held - before.held;
    expect([flow.name, paid]).toEqual([flow.name, 0n]);
    const hash = wallet.published.at(-1);
    expect([flow.name, findEntry(id)]).toMatchObject([
      flow.name,
      { status: 'confirmed', hash, isAltered: true },
    ]);
    expect(
      mergeActivity({ chain: [], records: [], entries: ledgerOf(person) }, () => new Map()),
    ).toMatchObject([{ status: 'confirmed', in: [], out: [] }]);
  });
});

/** Sends the plan, which stays in the node's pool, and shows it to the page. */
async function leavePending(person: Person): Promise<LedgerEntry> {
  const id = await sendWith(person, {
    name: '',
    sends: 'now',
    says: 'hash',
    act: (wallet, asked) => wallet.publish(asked),
  });
  await look(person);
  const entry = findEntry(id);
  if (!entry) throw new Error('the entry is gone');
  expect(entry).toMatchObject({ status: 'pending', hash: person.wallet.published.at(-1) });
  return entry;
}
const mine = async () => {
  await chain.client.mine({ blocks: 1 });
  await setMining(true);
};

test.each(['speedUp', 'cancel'] as const)(
  'WAL-16 a transaction is followed to its end after a wallet’s own %s',
  async (kind) => {
    await setMining(false);
    const all = await Promise.all(
      people.map(async (person) => {
        const before = await person.flow.state(person.wallet.address);
        return { person, before, entry: await leavePending(person) };
      }),
    );
    for (const { person, entry } of all) {
      const { wallet } = person;
      const { to, value, input, nonce } = await chain.client.getTransaction({ hash: entry.hash ?? '0x' });
      const call = kind === 'cancel' ? { to: wallet.address } : { to: to ?? '0x', data: input, value };
      const { to: recipient, ...change } = { value: 0n, ...call };
      await wallet.publish({ to: recipient }, { ...change, nonce, maxFeePerGas: 90_000_000_000n });
    }
    await mine();
    await Promise.all(
      all.map(async ({ person, before, entry }) => {
        await look(person);
        expect(findEntry(entry.id)).toMatchObject({
          hash: person.wallet.published.at(-1),
          ...(kind === 'cancel' ? { status: 'failed', reason: 'cancelled' } : { status: 'confirmed' }),
        });
        await agree(person, before, kind === 'cancel' ? 0 : 1);
      }),
    );
  },
);

type Ending = {
  speedUp: readonly string[];
  cancel: readonly string[];
  payments: { speedUp: number; cancel: number };
};
const replaced: Ending = {
  speedUp: ['confirmed'],
  cancel: ['cancelled'],
  payments: { speedUp: 1, cancel: 0 },
};
/** What a wallet does when a page asks it to replace a transaction, and how the entries end then. */
const replacements: [string, Behavior, Ending][] = [
  ['does so', (wallet, asked) => wallet.publish(asked), replaced],
  ...misbehaviors
    .filter(({ name }) =>
      /another account|null|already known|internal error, having|no node knows, having/.test(name),
    )
    .map(({ name, act, sends }): [string, Behavior, Ending] => [
      name,
      act,
      sends === 'now'
        ? replaced
        : { speedUp: ['confirmed'], cancel: ['confirmed'], payments: { speedUp: 1, cancel: 1 } },
    ]),
  [
    'takes another nonce',
    ignoresNonce,
    {
      speedUp: ['confirmed', 'confirmed'],
      cancel: ['confirmed'],
      payments: { speedUp: 2, cancel: 1 },
    },
  ],
];

test.each(
  replacements.flatMap(([name, act, ending]) =>
    (['speedUp', 'cancel'] as const).map((kind) => ({ name, act, ending, kind })),
  ),
)(
  'WAL-16 the chain alone ends a transaction whose wallet, asked for a $kind, $name',
  async ({ act, ending, kind }) => {
    await setMining(false);
    const all = await Promise.all(
      having('native payment', 'token payment', 'deposit', 'stake').map(async (person) => {
        const before = await person.flow.state(person.wallet.address);
        const { id } = await leavePending(person);
        const replace = async (wanted: ReplacementKind) => {
          const entry = findEntry(id);
          const plan = entry && (await planReplacement(person.config, entry, wanted));
          if (!plan) throw new Error('it can’t be replaced');
          person.wallet.behavior = act;
          await sendReplacement(person.config, entry, plan, new AbortController().signal).catch(
            (error: unknown) => error,
          );
          person.wallet.behavior = (wallet, asked) => wallet.publish(asked);
        };
        await replace(kind);
        return { person, before, id };
      }),
    );
    for (const { person } of all) await look(person);
    await mine();
    for (const { person, before } of all) {
      await look(person);
      await look(person);
      const ends = ledgerOf(person).map(({ status, reason }) => reason ?? status);
      expect([person.flow.name, ends]).toEqual([person.flow.name, ending[kind]]);
      const after = await person.flow.state(person.wallet.address);
      expect([person.flow.name, after.held - before.held]).toEqual([
        person.flow.name,
        person.flow.moves.held * BigInt(ending.payments[kind]),
      ]);
      const entries = ledgerOf(person);
      const confirmed = entries.filter(({ status }) => status === 'confirmed');
      expect(new Set(confirmed.map(({ hash }) => hash)).size).toBe(ending.payments[kind]);
    }
  },
);

test('WAL-16 a speed-up that a wallet confirms after the first was mined is recorded as a second payment', async () => {
  await setMining(false);
  await playAll(having('native payment'), async (person) => {
    const before = await person.flow.state(person.wallet.address);
    const entry = await leavePending(person);
    const plan = await planReplacement(person.config, entry, 'speedUp');
    if (!plan) throw new Error('it can’t be replaced');
    person.wallet.behavior = async (wallet, asked) => {
      await mine();
      await look(person);
      expect(findEntry(entry.id)?.status).toBe('confirmed');
      return ignoresNonce(wallet, asked);
    };
    await sendReplacement(person.config, entry, plan, new AbortController().signal);
    await look(person);
    await agree(person, before, 2);
  });
});

test('WAL-9 a transaction that reverts on chain is failed, and moves nothing', async () => {
  await playAll(having('token payment', 'deposit', 'stake'), async (person) => {
    const before = await person.flow.state(person.wallet.address);
    // Too little gas for the call, but enough to be mined.
    const act: Behavior = (wallet, asked) => wallet.publish({ ...asked, gas: '0x7530' });
    const id = await sendWith(person, {
      name: '',
      sends: 'now',
      says: 'unclear',
      act: async (...of) => void (await act(...of)),
    });
    await look(person);
    expect(findEntry(id)).toMatchObject({
      status: 'failed',
      reason: 'reverted',
      hash: person.wallet.published.at(-1),
    });
    await agree(person, before, 0);
  });
});
