import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type { Address } from 'viem';
import { useCounterpartyName } from '@/components/wallet/display/use-counterparty-name';
import { StrangerName } from '@/components/wallet/ens/name-lookup';
import { PeoplePicker } from '@/components/wallet/messages/people-picker';
import { usePersonName } from '@/components/wallet/messages/use-person-name';
import { shortAddress } from '@/lib/evm/address';
import { useContacts } from '@/lib/wallet/contacts/contacts';
import { useVerifiedNames } from '@/lib/wallet/ens/use-ens';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { configureOfflineApi } from '../../../support/client-settings';
import { deployEnsNames, dnsName } from '../../../support/ens-names';
import { connectOwnChain, type OwnChain, renderOnOwnChain, startOwnChain } from '../../../support/own-chain';

const [alice, bob, imitator, hidden, claimer] = [1, 2, 3, 4, 5].map(
  (index) => demoAccount(index).address,
) as [Address, Address, Address, Address, Address];
/** Cyrillic letters that look like "apple". */
const HOMOGLYPHS = '\u0430\u0440\u0440\u04cf\u0435.eth';
/** "bob" with a zero-width space. */
const INVISIBLE = 'bo\u200bb.eth';

let chain: OwnChain;

beforeAll(async () => {
  configureOfflineApi();
  chain = await startOwnChain();
  const write = await deployEnsNames(chain);
  for (const [address, name] of [
    [bob, 'bob.eth'],
    [imitator, HOMOGLYPHS],
    [hidden, INVISIBLE],
  ] as const) {
    await write('set', [dnsName(name), address]);
    await write('setPrimary', [address, name, dnsName(name)]);
  }
  // A name that points to somebody else.
  await write('setPrimary', [claimer, 'bob.eth', dnsName('bob.eth')]);
}, 120_000);
afterAll(() => chain.stop());
afterEach(() => useContacts.setState({ entries: [] }));

/** The head of a conversation with each of some accounts. */
const Heads = ({ of }: { of: readonly Address[] }) =>
  of.map((address) => (
    <section key={address} aria-label={address}>
      <StrangerName address={address} />
    </section>
  ));
const head = (address: Address) => screen.getByRole('region', { name: address });

test('HUB-1 a stranger’s conversation shows an ENS name only if it points back and imitates no other', async () => {
  const everybody = [bob, imitator, hidden, claimer];
  renderOnOwnChain(<Heads of={everybody} />, chain, await connectOwnChain(chain, alice));
  await waitFor(() => expect(head(bob)).toHaveTextContent('ENS name: bob.eth'));
  for (const address of [imitator, hidden, claimer]) expect(head(address)).toBeEmptyDOMElement();
});

test('HUB-1 no name is looked up for a contact, or without a network that has ENS', async () => {
  const config = await connectOwnChain(chain, alice);
  const asked = jest.spyOn(globalThis, 'fetch');
  useContacts.setState({ entries: [{ name: 'Bobby', address: bob }] });
  const { unmount } = renderOnOwnChain(<Heads of={[bob]} />, chain, config);
  expect(head(bob)).toBeEmptyDOMElement();
  unmount();
  const without = { ...chain, lists: { ...chain.lists, contracts: [] } };
  renderOnOwnChain(<Heads of={[imitator]} />, without, config);
  expect(head(imitator)).toBeEmptyDOMElement();
  expect(asked).not.toHaveBeenCalled();
});

function Picker({ recent = [] }: { recent?: readonly Address[] }) {
  const [chosen, setChosen] = useState<readonly Address[]>([]);
  return (
    <>
      <PeoplePicker
        account={alice}
        chosen={chosen}
        excluded={[]}
        recent={recent}
        nameOf={usePersonName(alice)}
        onChange={setChosen}
      />
      <output>{chosen.join()}</output>
    </>
  );
}

test('HUB-1 a person is chosen by an ENS name only after its address was shown', async () => {
  renderOnOwnChain(<Picker />, chain, await connectOwnChain(chain, alice));
  await userEvent.type(screen.getByLabelText('Address or ENS name'), 'bob.eth{Enter}');
  const chosen = document.querySelector('output');
  await userEvent.click(await screen.findByRole('button', { name: 'Use this address' }));
  expect(chosen).toBeEmptyDOMElement();
  expect(screen.getByLabelText('Address or ENS name')).toHaveValue(bob);
  await userEvent.click(screen.getByRole('button', { name: 'Add another person' }));
  expect(chosen).toHaveTextContent(bob);
  await userEvent.type(screen.getByLabelText('Address or ENS name'), HOMOGLYPHS);
  expect(await screen.findByText(/is not a valid ENS name/)).toBeVisible();
});

test('HUB-1 contacts and people of recent payments are offered, and one press chooses them', async () => {
  useContacts.setState({ entries: [{ name: 'Bobby', address: bob }] });
  renderOnOwnChain(<Picker recent={[claimer]} />, chain, await connectOwnChain(chain, alice));
  const offered = (group: string) => within(screen.getByRole('group', { name: group })).getByRole('checkbox');
  await userEvent.click(offered('Your contacts'));
  await userEvent.click(offered('People you paid or who paid you'));
  expect(document.querySelector('output')).toHaveTextContent(`${bob},${claimer}`);
  expect(offered('People you paid or who paid you')).toBeChecked();
  // They stay where they are, so none is listed twice.
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
});

/** Names of counterparties, as in the rows of the activity. */
function Rows({ of }: { of: readonly Address[] }) {
  const nameOf = useCounterpartyName(alice, [], useVerifiedNames(of));
  return of.map((party) => <output key={party}>{nameOf(chain.id, party)}</output>);
}

test('HUB-1 WAL-13 counterparties are called by verified ENS names, and contacts aren’t looked up', async () => {
  useContacts.setState({ entries: [{ name: 'Imi', address: imitator }] });
  renderOnOwnChain(
    <Rows of={[bob, imitator, hidden, claimer]} />,
    chain,
    await connectOwnChain(chain, alice),
  );
  const shown = () => [...document.querySelectorAll('output')].map(({ textContent }) => textContent);
  await waitFor(() => expect(shown()[0]).toBe(`bob.eth (${shortAddress(bob)})`));
  expect(shown().slice(1)).toEqual(['Imi', shortAddress(hidden), shortAddress(claimer)]);
});

test('HUB-1 a typed part of a name shortens the list, and one match is chosen without an address', async () => {
  useContacts.setState({
    entries: [
      { name: 'Bobby', address: bob },
      { name: 'Carla', address: hidden },
    ],
  });
  renderOnOwnChain(<Picker recent={[claimer]} />, chain, await connectOwnChain(chain, alice));
  const field = screen.getByLabelText('Address or ENS name');
  await userEvent.type(field, 'bob');
  expect(screen.getAllByRole('checkbox')).toHaveLength(1);
  await userEvent.type(field, '{Enter}');
  expect(document.querySelector('output')).toHaveTextContent(bob);
  // Whoever isn't listed can still be entered, and then everybody is shown again.
  await userEvent.type(field, imitator);
  expect(screen.getAllByRole('checkbox')).toHaveLength(3);
});
