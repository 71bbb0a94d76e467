import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { NextIntlClientProvider } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { SWRConfig } from 'swr';
import type { Address } from 'viem';
import { WagmiContext } from 'wagmi';
import { AddressFields } from '@/components/wallet/fields/address-fields';
import { useRecipient } from '@/components/wallet/fields/use-recipient';
import { PeoplePicker } from '@/components/wallet/messages/people-picker';
import { ContactEditor } from '@/components/wallet/pay/contacts/contact-editor';
import { PaymentRecipient } from '@/components/wallet/pay/payment-figures';
import { PaymentNotes } from '@/components/wallet/pay/payment-notes';
import { RecoverFor } from '@/components/wallet/recovery/recover-for';
import { useChosenNames } from '@/lib/wallet/contacts/chosen-names';
import { useContacts } from '@/lib/wallet/contacts/contacts';
import { createWalletConfig } from '@/lib/wallet/networks/wallet-config';
import en from '@/messages/en.json';
import { configureOfflineApi } from '../../../support/client-settings';
import { listedChain } from '../../../support/scripted-wallet';

const account: Address = '0x00000000000000000000000000000000000000A1';
const friend: Address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const { noNames } = en.wallet.recipient.problem;

beforeEach(() => {
  configureOfflineApi();
  globalThis.fetch = (async () => Response.json({ code: 200, msg: '', data: [] })) as typeof fetch;
  useContacts.setState({ entries: [] });
  useChosenNames.setState({ names: new Map() });
});

const show = (content: ReactNode) =>
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="UTC">
      <SWRConfig value={{ provider: () => new Map() }}>
        <WagmiContext value={createWalletConfig([listedChain(31337, 'North Sea')], new Map())}>
          <QueryClientProvider client={new QueryClient()}>{content}</QueryClientProvider>
        </WagmiContext>
      </SWRConfig>
    </NextIntlClientProvider>,
  );

function Fields() {
  const [typed, setTyped] = useState({ recipient: '', meant: '' });
  const recipient = useRecipient({ toSelf: false, ...typed }, { account, chainId: 31337, sent: null });
  return (
    <AddressFields
      id="to"
      typed={typed.recipient}
      recipient={recipient}
      isCalled={false}
      isTouched
      isTried
      onChange={(next) => setTyped({ ...typed, ...next })}
    />
  );
}
const picker = (
  <PeoplePicker account={account} chosen={[]} excluded={[]} nameOf={String} onChange={() => undefined} />
);
const recoverFor = (
  <SearchParamsContext value={new URLSearchParams()}>
    <RecoverFor account={account} chains={[]} coins={[]} contracts={[]} />
  </SearchParamsContext>
);

test.each([
  ['a withdrawal, an NFT, a recovery address', <Fields key="fields" />, 'Address'],
  ['a conversation', picker, 'Address or ENS name'],
  ['an owner to recover for', recoverFor, en.wallet.recovery.owner.field],
  ['a contact', <ContactEditor key="contact" address={null} name="" onDone={() => undefined} />, 'Address'],
])('WAL-4 without ENS, the field for %s says why a name can’t be looked up', async (_, field, label) => {
  show(field);
  await userEvent.type(screen.getByLabelText(label), 'alice.eth{Enter}');
  await userEvent.tab();
  const button = screen.queryByRole('button', { name: 'Save' });
  if (button) await userEvent.click(button);
  expect(screen.getByText(noNames)).toBeVisible();
});

test('HUB-9 a contact’s name that looks like another one is flagged, and can still be saved', async () => {
  useContacts.setState({ entries: [{ name: 'Bob', address: friend }] });
  show(<ContactEditor address={null} name="" onDone={() => undefined} />);
  const field = screen.getByLabelText('Name');
  await userEvent.type(field, 'Bo');
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.clear(field);
  await userEvent.type(field, 'B0b');
  expect(screen.getByRole('alert')).toHaveTextContent('This name looks like your contact Bob.');
});

test('HUB-8 where one pays, the recipient is called as in the conversation, with the full address', () => {
  useChosenNames.setState({ names: new Map([[friend.toLowerCase(), 'Ben']]) });
  show(
    <>
      <PaymentRecipient recipient={friend} name={undefined} />
      <aside>
        <PaymentNotes chainId={31337} recipient={friend} isCalled={false} isMember name={undefined} />
      </aside>
    </>,
  );
  expect(screen.getByRole('definition')).toHaveTextContent('“Ben”0x5aAeb605');
  expect(screen.getAllByText(en.wallet.chosenName.noProof)).toHaveLength(2);
  expect(screen.getByRole('complementary')).toHaveTextContent('“Ben”');
});
