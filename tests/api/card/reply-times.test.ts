import { CARD_COIN, readReserved, setPrice } from '../../support/card-database';
import { type CardWorld, serveWebhooks, startCardWorld } from '../../support/card-world';
import { DECISION_SECRET } from '../../support/issuer';

/** Time-outs of signals, which end when the test says what time it is, so that a busy machine doesn't change the outcome. */
const timeouts: { ms: number; controller: AbortController }[] = [];
const passUntil = (ms: number) => {
  for (const timeout of timeouts)
    if (timeout.ms <= ms) timeout.controller.abort(new DOMException('timed out', 'TimeoutError'));
};

let world: CardWorld;
let mocked: jest.SpyInstance | undefined;
let held: Awaited<ReturnType<typeof serveWebhooks>>;
let replyAtMs = 0;
beforeAll(async () => {
  world = await startCardWorld();
  await setPrice(world.database, CARD_COIN.tUsdt, '1', -3_600);
  // The first decision is slow on a busy machine, and would be declined: it opens connections and plans the statement.
  await world.authorize((await world.newCard()).cardId);
  // The server has decided in time. Its reply is held up on the way.
  held = await serveWebhooks(async (webhook) => {
    const response = await world.call(webhook);
    passUntil(replyAtMs);
    return response;
  });
  const decision = { url: `${held.origin}/decision`, secrets: [DECISION_SECRET] };
  world.local.control({ do: 'settings', decision });
  mocked = jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    timeouts.push({ ms, controller });
    return controller.signal;
  });
});
afterAll(async () => {
  mocked?.mockRestore();
  await held?.stop();
  await world?.stop();
});

test.each([
  [1_900, 'webhook_approved', ['hold 10000000'], '10000000'],
  [2_100, 'webhook_timeout', ['hold 10000000 canceled'], '0'],
])(
  'CARD-3 after a reply that takes %i ms, the issuer has decided %s, and the reservation agrees',
  async (ms, reason, operations, unplaced) => {
    replyAtMs = ms;
    const { cardId } = await world.newCard();
    const { request_history: requests } = await world.authorize(cardId);
    await world.settle();
    expect(requests.map((request) => request.reason)).toEqual([reason]);
    expect(await world.operations(cardId)).toEqual(operations);
    expect((await readReserved(world.database, cardId)).unplaced).toBe(unplaced);
  },
);
