import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { type Address, erc20Abi, maxUint256, parseUnits, zeroAddress } from 'viem';
import { SendForm } from '@/components/wallet/nfts/send-form';
import { ContactBook } from '@/components/wallet/pay/contacts/contact-book';
import { PayTab } from '@/components/wallet/pay/pay-tab';
import { AddTokenForm } from '@/components/wallet/portfolio/add-token-form';
import { useSheet } from '@/components/wallet/transaction-sheet/sheet';
import { withdrawDraft } from '@/components/wallet/transfer/transfer-draft';
import { WithdrawStart } from '@/components/wallet/withdraw/withdraw-form';
import { usePageParams } from '@/lib/browser/page-params';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { saveContact, useContacts, useKnownRecipients } from '@/lib/wallet/contacts/contacts';
import type { Nft } from '@/lib/wallet/nfts/nft';
import { readPayParams } from '@/lib/wallet/pay/pay-params';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import en from '@/messages/en.json';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { configureOfflineApi } from '../../../support/client-settings';
import { connectOwnChain, type OwnChain, renderOnOwnChain, startOwnChain } from '../../../support/own-chain';
import { servePrices } from '../../../support/price-api';
import { addressOf, BURN, lookAlike, PERMIT2 } from '../../../support/recipients';
import { signInWithoutSheet } from '../../../support/transaction-sheet';

const [account, contact, earlier, second] = [1, 2, 3, 4].map((index) => demoAccount(index).address) as [
  Address,
  Address,
  Address,
  Address,
];
const stranger = addressOf('stranger');
let chain: OwnChain;

servePrices();
beforeAll(async () => {
  configureOfflineApi();
  chain = await startOwnChain();
  const { tUsdt, vault } = chain.addresses;
  const { client } = chain;
  const mined = async (hash: `0x${string}`) => client.waitForTransactionReceipt({ hash });
  const approval = { address: tUsdt, abi: erc20Abi, functionName: 'approve', account } as const;
  await mined(await client.writeContract({ ...approval, args: [vault, maxUint256] }));
  const deposit = { address: vault, abi: vaultAbi, functionName: 'deposit', account } as const;
  await mined(await client.writeContract({ ...deposit, args: [tUsdt, parseUnits('50', 6)] }));
});
afterAll(() => chain.stop());
beforeEach(() => {
  signInWithoutSheet();
  saveContact({ name: 'Alice', address: contact });
  useKnownRecipients.setState({ entries: [earlier] });
  // Another account of the user sent a transaction from this device.
  useLedger.setState({ entries: [{ account: second, kind: 'stake', status: 'confirmed' } as LedgerEntry] });
});
afterEach(() => {
  localStorage.clear();
  withdrawDraft.save(withdrawDraft.empty);
  useLedger.setState({ entries: [] });
  useKnownRecipients.setState({ entries: [] });
  useContacts.setState({ entries: [] });
  window.history.replaceState(null, '', '?');
});

const { problem, lookAlike: alike, self } = en.wallet.recipient;
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const press = async (name: string | RegExp) => userEvent.click(await button(name));
/** Enters text at once, because typing sixty characters one by one is slow. */
const enter = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });

async function show(content: ReactNode) {
  renderOnOwnChain(content, chain, await connectOwnChain(chain, account), window.location.search);
  // The slider needs to measure its layout first.
  await act(async () => undefined);
}

/** The Pay tab with the request in the page's URL, which the tab changes. */
function Pay() {
  return <PayTab account={account} {...chain.lists} place={readPayParams(usePageParams())} />;
}
async function openPay(request?: string) {
  const params = new URLSearchParams({ tab: 'pay', ...(request === undefined ? {} : { request }) });
  window.history.replaceState(null, '', `?${params}`);
  await show(<Pay />);
}
const tokenRequest = (to: Address) =>
  `ethereum:${chain.addresses.tUsdt}@${chain.id}/transfer?address=${to}&uint256=1000000`;
const reviewed = () => useSheet.getState().order !== null;
/** Reviews a payment, with an amount if the request has none. */
async function review() {
  // A form without a token is shown once the balances are known.
  await waitFor(() => expect(screen.queryByText(en.wallet.transfer.loading)).toBeNull());
  if (!screen.queryByRole('button', { name: 'Review' })) return;
  await screen.findByText(/^Balance: [1-9]/);
  if (screen.getByLabelText('Amount').tagName === 'INPUT') enter('Amount', '0.001');
  await press('Review');
}

type Entrance = {
  /** Names of the cases whose outcome differs from the others, and why. */
  differs: Partial<Record<CaseName, Outcome>>;
  /** Opens the form with a recipient. */
  open: (to: Address) => Promise<void>;
  /** Submits the form, if it can be submitted. */
  submit: () => Promise<void>;
  isDone: (to: Address) => boolean;
};
type Outcome = 'zero' | 'token' | 'contract' | 'reserved' | 'confirm' | 'note' | 'go' | 'dropped' | 'added';

const cases = {
  'the zero address': [() => zeroAddress, 'zero'],
  'a burn address': [() => BURN, 'reserved'],
  'the token itself': [() => chain.addresses.tUsdt, 'token'],
  'another listed token': [() => chain.addresses.tDai, 'contract'],
  'the vault': [() => chain.addresses.vault, 'contract'],
  'the staking pool': [() => chain.addresses.staking, 'contract'],
  'the swap router': [() => chain.addresses.router, 'contract'],
  'the multicall contract': [() => chain.addresses.multicall, 'contract'],
  Permit2: [() => PERMIT2, 'contract'],
  'the own address': [() => account, 'note'],
  'a look-alike of a contact': [() => lookAlike(contact), 'confirm'],
  'a look-alike of an earlier recipient': [() => lookAlike(earlier), 'confirm'],
  'a look-alike of the own address': [() => lookAlike(account), 'confirm'],
  'a look-alike of another own account': [() => lookAlike(second), 'confirm'],
  'a stranger': [() => stranger, 'go'],
} satisfies Record<string, [() => Address, Outcome]>;
type CaseName = keyof typeof cases;

const nft = (): Nft => ({
  chainId: chain.id,
  contract: chain.addresses.tUsdt,
  tokenId: 1n,
  standard: 'erc721',
  quantity: 1n,
  collection: 'Harbours',
  symbol: 'HARBOUR',
  suspicions: [],
  isOwnDoing: true,
});
let sentNfts: Address[] = [];
const pasted = (text: string) => {
  const drop = screen.getByRole('button', { name: 'Choose an image' }).closest('[class*=border-dashed]');
  if (!drop) throw new Error('nothing accepts dropped text');
  fireEvent.drop(drop, { dataTransfer: { files: [], getData: () => text } });
};
const savedAs = (to: Address) =>
  useContacts.getState().entries.some(({ name, address }) => name === 'Shop' && address === to);
/** What only the contact book does: nothing is sent yet, so every contract has the same message. */
const withoutAsset = { 'the token itself': 'contract' } as const;
const dropped = Object.fromEntries(
  Object.entries(cases).map(([name, [, outcome]]) => [
    name,
    outcome === 'go' || outcome === 'note' ? 'added' : 'dropped',
  ]),
) as Record<CaseName, Outcome>;

const entrances: Record<string, Entrance> = {
  'a link with a token request': {
    differs: {},
    open: (to) => openPay(tokenRequest(to)),
    submit: review,
    isDone: reviewed,
  },
  'a link with an address': { differs: withoutAsset, open: openPay, submit: review, isDone: reviewed },
  'a request in the text field': {
    differs: {},
    open: async (to) => {
      await openPay();
      enter(en.wallet.pay.text, tokenRequest(to));
      await press('Continue');
    },
    submit: review,
    isDone: reviewed,
  },
  'a scanned or dropped request': {
    differs: {},
    open: async (to) => {
      await openPay();
      pasted(tokenRequest(to));
    },
    submit: review,
    isDone: reviewed,
  },
  'a contact': {
    // The look-alike was confirmed when it was saved.
    differs: {
      ...withoutAsset,
      'a look-alike of a contact': 'go',
      'a look-alike of an earlier recipient': 'go',
      'a look-alike of the own address': 'go',
      'a look-alike of another own account': 'go',
    },
    open: async (to) => {
      useContacts.setState({ entries: [{ name: 'Shop', address: to }] });
      await openPay();
      const pay = screen.queryByRole('button', { name: 'Send to Shop' });
      if (pay) await userEvent.click(pay);
    },
    submit: review,
    isDone: reviewed,
  },
  'a withdrawal': {
    differs: {},
    open: async (to) => {
      await show(<WithdrawStart />);
      await userEvent.click(await screen.findByRole('radio', { name: 'Another address' }));
      await screen.findByText(/^In your vault: 50 tUSDT/);
      enter('Amount', '20');
      enter('Address', to);
    },
    submit: () => press('Review'),
    isDone: reviewed,
  },
  'an NFT transfer': {
    differs: {},
    open: async (to) => {
      sentNfts = [];
      await show(
        <SendForm
          nft={nft()}
          label="HARBOUR #1"
          account={account}
          last={null}
          onBack={() => undefined}
          onReview={({ recipient }) => sentNfts.push(recipient)}
        />,
      );
      enter('Address', to);
    },
    submit: () => press('Review'),
    isDone: (to) => sentNfts.includes(to),
  },
  'a new contact': {
    differs: withoutAsset,
    open: async (to) => {
      await show(<ContactBook onPay={() => undefined} />);
      await press('Add a contact');
      enter('Name', 'Shop');
      enter('Address', to);
    },
    submit: () => press('Save'),
    isDone: savedAs,
  },
  'a contacts file': {
    differs: dropped,
    open: async (to) => {
      await show(<ContactBook onPay={() => undefined} />);
      const text = JSON.stringify({
        format: 'tidewell-contacts',
        version: 1,
        contacts: [{ name: 'Shop', address: to }],
      });
      const input = document.querySelector<HTMLInputElement>('input[type=file]');
      if (!input) throw new Error('there is no file field');
      const file = Object.assign(new File([text], 'c.json'), { text: async () => text });
      await userEvent.upload(input, file, { applyAccept: false });
    },
    submit: async () => undefined,
    isDone: savedAs,
  },
};

const grid = Object.entries(entrances).flatMap(([name, entrance]) =>
  Object.entries(cases).map(([caseName, [address, usual]]) => ({
    name,
    caseName,
    address,
    entrance,
    outcome: entrance.differs[caseName as CaseName] ?? usual,
  })),
);

test.each(grid)(
  'WAL-4 WAL-14 WAL-15 $name with $caseName: $outcome',
  async ({ entrance: { open, submit, isDone }, address, outcome }) => {
    const to = address();
    await open(to);
    switch (outcome) {
      case 'go':
      case 'added':
        await submit();
        await waitFor(() => expect(isDone(to)).toBe(true));
        expect(screen.queryByText(alike.text)).toBeNull();
        return;
      case 'note':
        expect(await screen.findByText(self)).toBeVisible();
        await submit();
        await waitFor(() => expect(isDone(to)).toBe(true));
        return;
      case 'confirm': {
        expect(await screen.findByText(alike.text)).toBeVisible();
        await submit();
        const box = screen.getByRole('checkbox', { name: alike.confirm });
        await waitFor(() => expect(box).toHaveFocus());
        expect(box).toHaveAccessibleDescription(alike.problem);
        expect(isDone(to)).toBe(false);
        await userEvent.click(box);
        await submit();
        await waitFor(() => expect(isDone(to)).toBe(true));
        return;
      }
      case 'dropped':
        await waitFor(() => expect(screen.getByText('Alice')).toBeVisible());
        expect(isDone(to)).toBe(false);
        return;
      default:
        expect((await screen.findAllByText(problem[outcome])).length).toBeGreaterThan(0);
        if (screen.queryByRole('button', { name: /^(Review|Save)$/ })) await submit();
        expect(isDone(to)).toBe(false);
    }
  },
);

const typed = ['a link with an address', 'a withdrawal', 'an NFT transfer', 'a new contact'] as const;

test.each(typed)('WAL-4 WAL-14 WAL-15 %s takes an address that names its network', async (name) => {
  const { open, submit, isDone } = entrances[name] as Entrance;
  await open(`eip155:${chain.id}:${stranger}` as Address);
  await submit();
  await waitFor(() => expect(isDone(stranger)).toBe(true));
});

test.each(typed)('WAL-4 WAL-14 WAL-15 %s refuses an address that names another network', async (name) => {
  const { open, submit, isDone } = entrances[name] as Entrance;
  await open(`eth:${stranger}` as Address);
  const { otherNetwork } = problem;
  const { chainUnlisted } = en.wallet.pay.refused;
  const text = await screen.findByText((found) => found === otherNetwork || found === chainUnlisted);
  expect(text).toBeVisible();
  if (screen.queryByRole('button', { name: /^(Review|Save)$/ })) await submit();
  expect(isDone(stranger)).toBe(false);
});

test('WAL-12 a token address that names its network selects it, and is refused on another one', async () => {
  const { chains, coins } = chain.lists;
  const far = { ...chains[0], id: 1, name: 'Far away' } as (typeof chains)[number];
  await show(<AddTokenForm chains={[far, ...chains]} coins={coins} />);
  const { network, address: label, lookUp, problem: problems } = en.wallet.portfolio.custom;
  enter(label, `eip155:${chain.id}:${chain.addresses.tUsdt}`);
  expect(screen.getByLabelText(network)).toHaveValue(String(chain.id));
  await press(lookUp);
  expect(await screen.findByText(problems.listed)).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText(network), 'Far away');
  await press(lookUp);
  expect(await screen.findByText(problems.otherNetwork)).toBeVisible();
});

test('WAL-4 a contact that is chosen for a withdrawal is checked too', async () => {
  useContacts.setState({ entries: [{ name: 'Shop', address: chain.addresses.vault }] });
  await show(<WithdrawStart />);
  await userEvent.click(await screen.findByRole('radio', { name: 'Another address' }));
  await userEvent.type(screen.getByLabelText('Address'), 'sho');
  await userEvent.click(await screen.findByRole('option', { name: /^Shop/ }));
  expect(screen.getByLabelText('Address')).toHaveValue(chain.addresses.vault);
  expect(screen.getByLabelText('Address')).toHaveAccessibleDescription(problem.contract);
});

test('WAL-4 the confirmation of one look-alike does not apply to another', async () => {
  await show(<WithdrawStart />);
  await userEvent.click(await screen.findByRole('radio', { name: 'Another address' }));
  enter('Address', lookAlike(contact));
  await userEvent.click(screen.getByRole('checkbox', { name: alike.confirm }));
  enter('Address', lookAlike(earlier));
  expect(screen.getByRole('checkbox', { name: alike.confirm })).not.toBeChecked();
});
