import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { SWRConfig } from 'swr';
import type { Address } from 'viem';
import { WagmiContext } from 'wagmi';
import { ConversationList } from '@/components/wallet/messages/conversation-list';
import { LookAlikeWarnings } from '@/components/wallet/messages/look-alike-warnings';
import { SendDialog } from '@/components/wallet/messages/money-dialogs';
import { NamePrompt } from '@/components/wallet/messages/name-prompt';
import { NameSetting } from '@/components/wallet/messages/name-setting';
import { SharedName } from '@/components/wallet/messages/shared-name';
import { usePersonName } from '@/components/wallet/messages/use-person-name';
import { useProfile } from '@/lib/api/use-profile';
import { brand } from '@/lib/content/website';
import type { Messenger } from '@/lib/messages/messenger-type';
import type { MessengerSnapshot } from '@/lib/messages/protocol/view-types';
import { useSession } from '@/lib/session/session';
import { useChosenNames } from '@/lib/wallet/contacts/chosen-names';
import { type Contact, useContacts } from '@/lib/wallet/contacts/contacts';
import { createWalletConfig } from '@/lib/wallet/networks/wallet-config';
import en from '@/messages/en.json';
import { configureOfflineApi } from '../../../support/client-settings';
import { conversationView } from '../../../support/conversation-views';
import { lookAlike } from '../../../support/recipients';
import { listedChain } from '../../../support/scripted-wallet';

const account: Address = '0x00000000000000000000000000000000000000A1';
const friend: Address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const stranger: Address = '0x00000000000000000000000000000000000000B1';
const { name: text } = en.wallet.messages;

const choose = (names: Record<Address, string>) =>
  useChosenNames.setState({
    names: new Map(Object.entries(names).map(([address, name]) => [address.toLowerCase(), name])),
  });
const know = (...entries: Contact[]) => useContacts.setState({ entries });

beforeEach(() => {
  configureOfflineApi();
  choose({});
  know();
});

function show(page: ReactNode, profileName: string | null = null) {
  useSession.setState({ token: 'token', account });
  const user = { address: account, name: profileName };
  const value = { provider: () => new Map() };
  const answer = async (path: unknown) =>
    Response.json({ code: 200, msg: 'success', data: String(path).includes('/user/') ? user : [] });
  const asked = jest.spyOn(globalThis, 'fetch').mockImplementation(answer);
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="UTC">
      <SWRConfig value={value}>
        <WagmiContext value={createWalletConfig([listedChain(31337, 'North Sea')], new Map())}>
          {page}
        </WagmiContext>
      </SWRConfig>
    </NextIntlClientProvider>,
  );
  return asked;
}

const list = (
  <ConversationList
    lists={{ account, chains: [], coins: [], contracts: [] }}
    label="Conversations"
    conversations={[conversationView({ kind: 'direct', peer: stranger, name: '' })]}
    current={null}
    empty=""
    onOpen={() => undefined}
  />
);

test.each([
  ['a name that the person chose is in quotes', { [stranger]: 'Bob' }, [], '“Bob”'],
  ['a contact’s name wins', { [stranger]: 'Bob' }, [{ name: 'Robert', address: stranger }], 'Robert'],
  [
    'a name like a contact’s isn’t used',
    { [stranger]: 'Βоb' },
    [{ name: 'Bob', address: friend }],
    '0x0000…00B1',
  ],
  ['without a name, the address is shown', {}, [], '0x0000…00B1'],
] as const)('HUB-8 %s', (_, names, contacts, shown) => {
  choose(names);
  know(...contacts);
  show(list);
  expect(screen.getByRole('button').querySelector('bdi')).toHaveTextContent(shown);
});

test('HUB-9 a name or an address that looks like a known one is flagged', () => {
  choose({ [stranger]: 'Βоb', [lookAlike(friend)]: 'Carol' });
  know({ name: 'Bob', address: friend });
  show(<LookAlikeWarnings account={account} people={[friend, stranger, lookAlike(friend)]} />);
  const [name, address, ...others] = screen.getAllByRole('alert');
  expect(name).toHaveTextContent('0x0000…00B1 uses a name that looks like your contact Bob');
  expect(address).toHaveTextContent(en.wallet.chosenName.lookAlike);
  expect(others).toEqual([]);
});

test('HUB-9 a name with the site’s name in it is flagged and not used', () => {
  choose({ [stranger]: `${brand} Support`, [friend]: 'T1dewеll' });
  show(
    <>
      {list}
      <LookAlikeWarnings account={account} people={[stranger, friend]} />
    </>,
  );
  expect(screen.getByRole('button').querySelector('bdi')).toHaveTextContent('0x0000…00B1');
  for (const alert of screen.getAllByRole('alert'))
    expect(alert).toHaveTextContent(`uses a name that looks like ${brand}`);
  expect(screen.getAllByRole('alert')).toHaveLength(2);
});

const sameNames: [string, string][] = [
  ['Bob', 'Воb'],
  ['🌊', '🌊'],
];
test.each(sameNames)('HUB-9 members who chose the look-alike names %s and %s are flagged', (one, other) => {
  choose({ [friend]: one, [stranger]: other });
  show(<LookAlikeWarnings account={account} people={[friend, stranger]} />);
  expect(screen.getByRole('alert')).toHaveTextContent('0x0000…00B1 and 0x5aAe…eAed chose names');
});

function Send() {
  const nameOf = usePersonName(account);
  return (
    <SendDialog
      isOpen
      lists={{ account, chains: [], coins: [], contracts: [] }}
      people={[friend, stranger]}
      paying={null}
      nameOf={nameOf}
      onClose={() => undefined}
      onSent={() => undefined}
    />
  );
}

test('HUB-8 where money is sent, the address follows a chosen name, and not a contact’s name', async () => {
  choose({ [friend]: 'Bob', [stranger]: 'Bob' });
  know({ name: 'Bobby', address: friend });
  show(<Send />);
  const field = screen.getByRole('combobox', { name: 'To' });
  expect(field).toHaveTextContent('Bobby');
  act(() => know());
  expect(field).toHaveTextContent('“Bob” (0x5aAe…eAed)');
});

const messenger = ({ sharedName = null }: { sharedName?: string | null } = {}) => {
  const setSettings = jest.fn(async () => undefined);
  const snapshot = { phase: 'ready', settings: { sharedName } } as Partial<MessengerSnapshot>;
  const given: Partial<Messenger> = {
    account,
    setSettings,
    getSnapshot: () => snapshot as MessengerSnapshot,
  };
  return { setSettings, messenger: given as Messenger };
};

test('HUB-8 a profile name is optional: the question can be skipped', async () => {
  const { setSettings, messenger: one } = messenger();
  show(<NamePrompt messenger={one} />);
  await userEvent.click(screen.getByRole('button', { name: text.skip }));
  expect(setSettings).toHaveBeenCalledWith({ sharedName: '' });
});

test('HUB-8 while a name is being saved, the question can’t be skipped', async () => {
  const { setSettings, messenger: one } = messenger();
  const asked = show(<NamePrompt messenger={one} />);
  let answer: (response: Response) => void = () => undefined;
  asked.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
  await userEvent.type(screen.getByRole('textbox', { name: text.label }), 'Alice{Enter}');
  const skip = screen.getByRole('button', { name: text.skip });
  expect(skip).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(skip);
  expect(setSettings).not.toHaveBeenCalled();
  answer(Response.json({ code: 200, msg: '', data: { address: account, name: 'Alice' } }));
  await waitFor(() => expect(setSettings.mock.calls).toEqual([[{ sharedName: 'Alice' }]]));
});

test('HUB-8 a name is checked, saved as the profile name, and shared', async () => {
  const { setSettings, messenger: one } = messenger();
  const asked = show(<NamePrompt messenger={one} />);
  const field = screen.getByRole('textbox', { name: text.label });
  await userEvent.type(field, 'alice.eth{Enter}');
  expect(field).toHaveAccessibleDescription(en.wallet.profile.name.address);
  expect(field).toHaveValue('alice.eth');
  await userEvent.clear(field);
  await userEvent.type(field, 'Alice” ✓ Contact{Enter}');
  expect(field).toHaveAccessibleDescription(text.quote);
  await userEvent.clear(field);
  await userEvent.type(field, ' Alice {Enter}');
  await waitFor(() => expect(setSettings).toHaveBeenCalledWith({ sharedName: 'Alice' }));
  const [, renamed] = asked.mock.calls.find(([path]) => String(path).includes('/user/name')) ?? [];
  expect(String(renamed?.body)).toBe('name=Alice');
});

function Rename({ to }: { to: string }) {
  const { rename } = useProfile();
  return (
    <button type="button" onClick={() => void rename(to)}>
      Rename to {to}
    </button>
  );
}

test('HUB-8 a new name is shared by the tab that saved it, and a name cached by another tab is not', async () => {
  const { setSettings, messenger: one } = messenger({ sharedName: 'Bob' });
  show(
    <>
      <SharedName messenger={one} />
      <NameSetting messenger={one} sharedName="Bob" onAsk={() => undefined} />
      <Rename to="Carol" />
      <Rename to="“Dave”" />
    </>,
    'Alice',
  );
  expect(await screen.findByRole('checkbox', { name: /profile name, Alice/ })).toBeVisible();
  expect(setSettings).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Rename to Carol' }));
  await waitFor(() => expect(setSettings).toHaveBeenLastCalledWith({ sharedName: 'Carol' }));
  await userEvent.click(screen.getByRole('button', { name: 'Rename to “Dave”' }));
  await waitFor(() => expect(setSettings).toHaveBeenLastCalledWith({ sharedName: null }));
});

test('HUB-8 a user turns sharing on later', async () => {
  const { setSettings, messenger: one } = messenger();
  show(<NameSetting messenger={one} sharedName="" onAsk={() => undefined} />, 'Alice');
  await userEvent.click(await screen.findByRole('checkbox', { name: /profile name, Alice/ }));
  expect(setSettings).toHaveBeenLastCalledWith({ sharedName: 'Alice' });
});
