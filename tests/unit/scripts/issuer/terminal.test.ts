/** @jest-environment node */
import { MERCHANTS } from '@/scripts/issuer/scenarios/merchants';
import { playScenario } from '@/scripts/issuer/scenarios/play';
import { decisionReply, type IssuerWorld, startIssuerWorld } from '@/tests/support/issuer';

let world: IssuerWorld;

beforeEach(async () => {
  world = await startIssuerWorld();
});
afterEach(() => world.stop());

const url = (path: string) => `${world.issuer.origin}${path}`;
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(url(path), { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual', headers });

describe('scenarios', () => {
  it.each(MERCHANTS.map((merchant) => [merchant.id, merchant] as const))('%s', async (id, merchant) => {
    const { authorization, transactions } = await playScenario(
      world.stripe,
      (await world.card()).id,
      merchant,
    );
    const amounts = transactions.map(({ amount }) => amount);
    expect({
      amounts,
      status: authorization?.status ?? null,
      requests: authorization?.request_history.length ?? 0,
    }).toEqual(
      {
        cafe: { amounts: [-450], status: 'closed', requests: 1 },
        restaurant: { amounts: [-7_080], status: 'closed', requests: 1 },
        fuel: { amounts: [-4_210], status: 'closed', requests: 1 },
        hotel: { amounts: [-20_000, -7_000, -1_200], status: 'closed', requests: 3 },
        taxi: { amounts: [-2_340], status: null, requests: 0 },
        subscription: { amounts: [-999, -999], status: 'closed', requests: 1 },
        shop: { amounts: [-8_000, 3_000], status: 'closed', requests: 1 },
        atm: { amounts: [-10_300], status: 'closed', requests: 1 },
        abroad: { amounts: [-1_042], status: 'closed', requests: 1 },
      }[id],
    );
  });

  it('end at a decline', async () => {
    world.endpoint.decide = () => decisionReply({ approved: false });
    const [cafe] = MERCHANTS;
    if (!cafe) throw new Error('no merchants');
    const { authorization, transactions } = await playScenario(world.stripe, (await world.card()).id, cafe);
    expect(authorization?.approved).toBe(false);
    expect(transactions).toEqual([]);
  });
});

describe('terminal', () => {
  it('offers all merchants, in the language of the browser', async () => {
    const { last4 } = await world.card();
    const english = await (await fetch(url('/terminal'))).text();
    for (const { id } of MERCHANTS) expect(english).toContain(`value="${id}"`);
    expect(english).toContain(`value="${last4}"`);
    expect(english).toContain('<html lang="en">');
    const chinese = await fetch(url('/terminal'), { headers: { 'accept-language': 'zh-TW,zh;q=0.9' } });
    expect(await chinese.text()).toContain('<html lang="zh-Hant">');
  });

  it('pays with a card by its last four digits, and offers the next steps', async () => {
    const { last4 } = await world.card();
    const paid = await post('/terminal', { merchant: 'restaurant', last4, amount: '60,50' });
    const location = paid.headers.get('location') ?? '';
    expect(location).toMatch(/^\/terminal\/[-0-9a-f]{36}\?lang=en$/);
    const outcome = await (await fetch(url(location))).text();
    expect(outcome).toContain('Approved');
    expect(outcome).toContain('$60.50');
    expect(outcome).toContain('value="capture"');
    expect(outcome).not.toContain('value="refund"');
    await post(location, { step: 'capture', amount: '70' });
    const charged = await (await fetch(url(location))).text();
    expect(charged).toContain('$70.00');
    expect(charged).toContain('value="refund"');
    expect(charged).not.toContain('value="reverse"');
    const refused = await post(location, { step: 'refund', amount: '70.01' });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain('at most 7000');
  });

  it('explains a card that does not exist, a wrong amount, and a lost purchase', async () => {
    const { last4 } = await world.card();
    expect(await (await post('/terminal', { merchant: 'cafe', last4: '0000' })).text()).toContain(
      'No card has',
    );
    const wrong = await post('/terminal', { merchant: 'cafe', last4, amount: 'much' });
    expect(await wrong.text()).toContain('Enter an amount');
    const nothing = await post('/terminal', { merchant: 'taxi', last4, amount: '0' });
    expect(await nothing.text()).toContain('Invalid amount');
    expect((await fetch(url('/terminal/nothing'))).status).toBe(404);
  });

  it('shows what it was told as text', async () => {
    const page = await (await post('/terminal', { merchant: 'cafe', last4: '"><b>' })).text();
    expect(page).toContain('&quot;&gt;&lt;b&gt;');
    expect(page).not.toContain('<b>');
  });

  it('takes no orders from pages of other sites', async () => {
    const { last4 } = await world.card();
    const response = await post('/terminal', { merchant: 'cafe', last4 }, { origin: 'https://evil.example' });
    expect(response.status).toBe(403);
  });
});
