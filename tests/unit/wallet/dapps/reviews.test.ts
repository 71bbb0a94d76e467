/** @jest-environment node */

import { createReviews, type Turn } from '@/lib/wallet/dapps/reviews';
import type { SignatureRequest } from '@/lib/wallet/signing/signature-request';
import { until } from '../../../support/until';

const messageRequest = (raw: string): SignatureRequest => ({
  kind: 'message',
  account: '0x00000000000000000000000000000000000000bb',
  chainId: 1,
  raw,
  message: { raw: '0x61', text: 'a' },
});
const sign = (raw: string) => async (turn: Turn) => {
  await turn.review(messageRequest(raw));
  return raw;
};

function start() {
  const reviews = createReviews();
  const shown = () => {
    const { current } = reviews.store.getState();
    return current && 'raw' in current.request ? current.request.raw : null;
  };
  return {
    reviews,
    shown,
    shows: (raw: string | null) => until(async () => shown() === raw, `${raw} is shown`),
  };
}

/** Returns the result or the reason for a refusal. */
const outcome = (result: Promise<unknown>) => result.catch((error: Error) => error.message);

test('DAPP-3 requests are shown one at a time, in order, and each waits for the user', async () => {
  const { reviews, shows } = start();
  const results = ['a', 'b'].map((raw) => outcome(reviews.run(sign(raw))));
  await shows('a');
  reviews.confirm();
  expect(await results[0]).toBe('a');
  await shows('b');
  reviews.reject();
  expect(await results[1]).toBe('The user rejected the request');
  await shows(null);
});

test('DAPP-3 a rejection also rejects waiting requests, whose number is limited', async () => {
  const { reviews, shows } = start();
  const results = ['a', 'b', 'c', 'd', 'e', 'f'].map((raw) => outcome(reviews.run(sign(raw))));
  expect(await results[4]).toBe('Too many requests wait for the user');
  expect(await results[5]).toBe('Too many requests wait for the user');
  await shows('a');
  reviews.reject();
  for (const index of [0, 1, 2, 3]) expect(await results[index]).toBe('The user rejected the request');
  expect(reviews.store.getState()).toEqual({ current: null, isPaused: false });
});

test('DAPP-3 after three consecutive rejections, requests are paused until the user allows them', async () => {
  const { reviews, shows } = start();
  const ask = async (raw: string, isConfirmed: boolean) => {
    const result = outcome(reviews.run(sign(raw)));
    await shows(raw);
    if (isConfirmed) reviews.confirm();
    else reviews.reject();
    return result;
  };
  await ask('a', false);
  await ask('b', false);
  expect(await ask('c', true)).toBe('c');
  for (const raw of ['d', 'e', 'f']) await ask(raw, false);
  expect(await outcome(reviews.run(sign('g')))).toBe('The user has paused requests of this DApp');
  reviews.resume();
  expect(await ask('h', true)).toBe('h');
});

test('DAPP-3 closing the frame or navigating it rejects all requests', async () => {
  for (const end of ['cancel', 'close'] as const) {
    const { reviews, shows } = start();
    const results = ['a', 'b'].map((raw) => outcome(reviews.run(sign(raw))));
    await shows('a');
    reviews[end]();
    for (const result of results) expect(await result).toBe('The user rejected the request');
    const later = outcome(reviews.run(sign('c')));
    if (end === 'close') expect(await later).toBe('The user rejected the request');
    else {
      await shows('c');
      reviews.confirm();
      expect(await later).toBe('c');
    }
  }
});

test('DAPP-3 a confirmed request cannot be confirmed or rejected again', async () => {
  const { reviews, shows } = start();
  let finish: () => void = () => undefined;
  const sent = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const result = outcome(
    reviews.run(async (turn) => {
      await turn.review(messageRequest('a'));
      await sent;
      return 'signed';
    }),
  );
  await shows('a');
  reviews.confirm();
  await until(async () => reviews.store.getState().current?.stage === 'wallet', 'the wallet stage');
  reviews.reject();
  reviews.confirm();
  finish();
  expect(await result).toBe('signed');
});

test('DAPP-3 the user can stop between two transactions', async () => {
  const { reviews, shows } = start();
  const result = outcome(
    reviews.run(async (turn) => {
      await turn.review(messageRequest('a'), { number: 1, total: 2 });
      await turn.wait(new Promise(() => undefined));
    }),
  );
  await shows('a');
  reviews.confirm();
  await until(async () => reviews.store.getState().current?.stage === 'confirming', 'the confirming stage');
  reviews.reject();
  expect(await result).toBe('The user stopped the remaining transactions');
});

test('DAPP-3 a page that was navigated away shows no further review of the same request', async () => {
  for (const isWaiting of [false, true]) {
    const { reviews, shows, shown } = start();
    let send: () => void = () => undefined;
    const sent = new Promise<void>((resolve) => {
      send = resolve;
    });
    const result = outcome(
      reviews.run(async (turn) => {
        await turn.review(messageRequest('a'), { number: 1, total: 2 });
        await sent;
        if (isWaiting) await turn.wait(Promise.resolve());
        await turn.review(messageRequest('b'), { number: 2, total: 2 });
      }),
    );
    await shows('a');
    reviews.confirm();
    await until(async () => reviews.store.getState().current?.stage === 'wallet', 'the wallet stage');
    const seen = new Set<string | null>();
    reviews.store.subscribe(() => seen.add(shown()));
    // The frame navigates while the wallet's prompt is open.
    reviews.cancel();
    send();
    expect(await result).toMatch(/^The user (?:rejected|stopped)/);
    expect([...seen]).toEqual([null]);
    const later = outcome(reviews.run(sign('c')));
    await shows('c');
    reviews.confirm();
    expect(await later).toBe('c');
  }
});
