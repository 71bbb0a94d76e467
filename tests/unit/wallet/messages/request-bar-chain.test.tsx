import { screen } from '@testing-library/react';
import { type Address, erc20Abi } from 'viem';
import { RequestBar } from '@/components/wallet/messages/request-bar';
import { shortAddress } from '@/lib/evm/address';
import { usePaymentHistory } from '@/lib/wallet/activity/use-recent-people';
import { useContacts } from '@/lib/wallet/contacts/contacts';
import en from '@/messages/en.json';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { configureOfflineApi } from '../../../support/client-settings';
import { connectOwnChain, type OwnChain, renderOnOwnChain, startOwnChain } from '../../../support/own-chain';

const [alice, both, paid, payer, planter, stranger] = [1, 2, 3, 4, 5, 6].map(
  (index) => demoAccount(index).address,
) as [Address, Address, Address, Address, Address, Address];
const { request } = en.wallet.messages;

let chain: OwnChain;

beforeAll(async () => {
  configureOfflineApi();
  chain = await startOwnChain();
  const token = chain.lists.coins.find(({ symbol }) => symbol === 'tUSDT')?.tokens[0]?.address as Address;
  for (const [account, to, amount] of [
    [alice, both, 3n],
    [both, alice, 1n],
    [alice, paid, 3n],
    [alice, payer, 0n],
    [both, payer, 1n],
    [payer, alice, 1n],
    // Anyone can do this.
    [planter, alice, 0n],
  ] as const) {
    const hash = await chain.client.writeContract({
      ...{ account, address: token, abi: erc20Abi },
      ...{ functionName: 'transfer', args: [to, amount] },
    });
    await chain.client.waitForTransactionReceipt({ hash });
  }
}, 120_000);
afterAll(() => chain.stop());
afterEach(() => useContacts.setState({ entries: [] }));

/** Whether the chains' payments are read. */
function Read() {
  const { isReading } = usePaymentHistory({ account: alice, ...chain.lists });
  return <output>{isReading ? 'reading' : 'read'}</output>;
}

const show = async (person: Address) =>
  renderOnOwnChain(
    <>
      <RequestBar
        person={person}
        name={shortAddress(person)}
        kind="direct"
        lists={{ account: alice, ...chain.lists }}
        onAccept={() => undefined}
        onDecline={() => undefined}
        onBlock={() => undefined}
      />
      <Read />
    </>,
    chain,
    await connectOwnChain(chain, alice),
  );
const says = (text: string, person: Address) =>
  expect(screen.getByText(text.replace('{name}', shortAddress(person)))).toBeVisible();

test.each([
  ['paid and was paid by', both, request.paid.each],
  ['paid', paid, request.paid.sent],
  ['was paid by', payer, request.paid.received],
])('HUB-10 a request by someone whom the user %s says so, from the chain', async (_, person, words) => {
  await show(person);
  expect(await screen.findByText(words)).toBeVisible();
  says(request.known, person);
  expect(screen.getByRole('link', { name: en.wallet.notice.showActivity })).toBeVisible();
  expect(screen.getByRole('button', { name: request.accept })).toBeVisible();
});

test.each([
  ['a stranger', stranger],
  ['someone who planted a payment of nothing', planter],
])('HUB-10 a request by %s mentions no payment', async (_, person) => {
  await show(person);
  expect(await screen.findByText('read')).toBeVisible();
  says(request.direct, person);
  expect(screen.queryByRole('link')).toBeNull();
});

test('HUB-10 a request by a contact says so', async () => {
  useContacts.setState({ entries: [{ name: 'Stan', address: stranger }] });
  await show(stranger);
  says(request.contact, stranger);
});
