import { parseUnits } from 'viem';
import { POST as settle } from '@/app/api/card/settleOwed/route';
import { GET as withdrawalOf } from '@/app/api/card/withdrawal/route';
import { POST as request } from '@/app/api/card/withdrawalSignature/route';
import { withdrawal } from '@/lib/api/schemas/card';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { callRoute } from '../../support/api-call';
import { type CardSite, type CardUser, startCardSite } from '../../support/card-site';

let site: CardSite;
let alice: CardUser;
let bob: CardUser;

beforeAll(async () => {
  site = await startCardSite();
  alice = await site.user(demoAccount(1));
  bob = await site.user(demoAccount(2));
  for (const user of [alice, bob]) {
    await user.newCard();
    await site.setBalance(user, '100');
  }
});
afterAll(() => site?.stop());

describe('CARD-50 what is owed', () => {
  const pay = (user: CardUser, txHash: string) =>
    callRoute(settle, { token: user.token, json: true, body: { chainId: user.chain.id, txHash } });
  const owe = (user: CardUser, amount: string) =>
    site.query('update card_accounts set owed = $2 where owner = $1', [
      user.account.address,
      String(parseUnits(amount, 6)),
    ]);
  const owedBy = async (user: CardUser) => (await user.list()).accounts[0]?.owed;

  test('is lowered by a payment to the contract, once', async () => {
    await owe(alice, '7');
    const hash = await alice.fund(parseUnits('3', 6));
    expect(await pay(bob, hash)).toMatchObject({ code: 422, data: { reason: 'not_owner' } });
    const answers = await Promise.all([pay(alice, hash), pay(alice, hash)]);
    for (const answer of answers) expect(answer).toMatchObject({ code: 200, data: { owed: '4000000' } });
    expect(await pay(alice, hash)).toMatchObject({ code: 200, data: { owed: '4000000' } });
    expect(await owedBy(alice)).toBe('4000000');
    expect(await pay(alice, await alice.fund(parseUnits('9', 6)))).toMatchObject({ data: { owed: '0' } });
  });

  test('isn’t lowered by another transaction', async () => {
    await owe(bob, '7');
    const hash = await bob.client.sendTransaction({ to: bob.account.address, value: 1n });
    await bob.client.waitForTransactionReceipt({ hash });
    expect(await pay(bob, hash)).toMatchObject({ code: 422, data: { reason: 'not_our_contract' } });
    expect(await pay(bob, `0x${'77'.repeat(32)}`)).toMatchObject({ code: 425 });
    expect(await owedBy(bob)).toBe('7000000');
  });

  test('needs a session', async () => {
    const body = { chainId: alice.chain.id, txHash: `0x${'77'.repeat(32)}` };
    expect(await callRoute(settle, { json: true, body })).toMatchObject({ code: 401 });
  });
});

describe('CARD-51 a withdrawal without a delay', () => {
  const ask = (user: CardUser, amountRaw: bigint) =>
    callRoute(request, {
      ...{ token: user.token, json: true },
      body: {
        ...{ chainId: user.chain.id, token: user.chain.token },
        ...{ amountRaw: String(amountRaw), to: user.account.address },
      },
    });
  const read = (user: CardUser, id: number) => callRoute(withdrawalOf, { token: user.token, query: { id } });

  test('reserves the amount, and the same request again returns it while it is open', async () => {
    const first = await ask(alice, 40_000_000n);
    expect(first).toMatchObject({
      code: 200,
      data: { state: 'requested', reason: null, nonce: null, deadline: null, signature: null },
    });
    expect((await ask(alice, 40_000_000n)).data).toEqual(first.data);
    expect((await alice.list()).accounts).toMatchObject([
      { balance: '100000000', held: '40000000', spendable: '60000000' },
    ]);
    const { id } = withdrawal.parse(first.data);
    expect((await read(alice, id)).data).toEqual(first.data);
    await site.query(
      "update card_withdrawals set state = 'signed', nonce = 9, deadline = 5, signature = '0xab' where id = $1",
      [id],
    );
    expect((await read(alice, id)).data).toMatchObject({
      state: 'signed',
      nonce: '9',
      deadline: 5,
      signature: '0xab',
    });
    expect(await read(bob, id)).toMatchObject({ code: 404 });
  });

  test('is refused above what is free, and needs a session', async () => {
    expect(await ask(alice, 60_000_001n)).toMatchObject({ code: 422, data: { reason: 'withdrawalBalance' } });
    const stranger = await site.user(demoAccount(4));
    expect(await ask(stranger, 1n)).toMatchObject({ code: 422 });
    const body = {
      chainId: alice.chain.id,
      token: alice.chain.token,
      amountRaw: '1',
      to: alice.account.address,
    };
    expect(await callRoute(request, { json: true, body })).toMatchObject({ code: 401 });
    expect(await callRoute(withdrawalOf, { query: { id: 1 } })).toMatchObject({ code: 401 });
  });
});
