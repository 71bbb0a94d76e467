import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Address, encodeAbiParameters, parseAbiParameters } from 'viem';
import { NftGallery } from '@/components/wallet/nfts/nfts';
import { readArrivals } from '@/lib/wallet/nfts/arrivals';
import { candidatesOf, readOwned } from '@/lib/wallet/nfts/read-owned';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { connectOwnChain, type OwnChain, renderOnOwnChain, startOwnChain } from '../../../support/own-chain';
import { findSheet, SheetRoot, sendFromSheet, signInWithoutSheet } from '../../../support/transaction-sheet';
import { deployToken, sendTo, tokenAbi } from '../../../support/wallet-tokens';

const [alice, bob, carol, dora, edith] = [1, 2, 3, 4, 5].map((index) => demoAccount(index).address) as [
  Address,
  Address,
  Address,
  Address,
  Address,
];
let chain: OwnChain;

beforeAll(async () => {
  chain = await startOwnChain();
});
beforeEach(signInWithoutSheet);
afterAll(() => chain.stop());

const names = (name: string, symbol: string) =>
  encodeAbiParameters(parseAbiParameters('string, string'), [name, symbol]);

async function show(account: Address) {
  const config = await connectOwnChain(chain, account);
  const view = renderOnOwnChain(
    <>
      <NftGallery account={account} {...chain.lists} />
      <SheetRoot />
    </>,
    chain,
    config,
  );
  return { ...view, region: within(await screen.findByRole('region', { name: /^North Sea/ })) };
}

test('WAL-15 NFTs the account owns now are shown with quantities; likely spam is hidden with its reasons', async () => {
  const user = userEvent.setup();
  const pretender = await deployToken(chain.client, 'OpenCollectible', names('Pretended', 'PRE'));
  await sendTo(chain.client, pretender, 'pretend', [alice, 5n]);
  await sendTo(chain.client, pretender, 'mint', [alice, '']);
  await sendTo(chain.client, pretender, 'safeTransferFrom', [alice, bob, 1n], alice);
  // The collection's name looks like spam, but the account minted the NFT itself.
  const claim = await deployToken(
    chain.client,
    'OpenCollectible',
    names('Claim at https://own.example', 'OWN'),
  );
  await sendTo(chain.client, claim, 'mint', [alice, ''], alice);

  const { region, unmount } = await show(alice);
  expect(await region.findByText('Hidden (7)')).toBeVisible();
  const cards = within(region.getByRole('list', { name: 'NFTs on North Sea' }));
  expect(cards.getAllByRole('button').map((card) => card.textContent?.trim())).toEqual([
    '#1Claim at https://own.example',
    '#3Test PassesYou own 3',
    '#2Test PassesYou own 2',
    '#1Test Passes',
    '#1Test Harbours',
  ]);
  await user.click(region.getByText('Hidden (7)'));
  const hidden = within(await region.findByRole('list', { name: 'Hidden NFTs on North Sea' }));
  expect(hidden.getAllByRole('listitem')[0]).toHaveTextContent(
    'Its text contains code.Its name imitates another name with letters from a different alphabet.Its name is a web address.Its name promises a reward.',
  );
  expect(hidden.queryByRole('img')).toBeNull();
  await user.click(hidden.getAllByRole('button', { name: /^Show / })[0] as HTMLElement);
  expect(await region.findByText('Hidden (6)')).toBeVisible();
  expect(cards.getAllByRole('button')).toHaveLength(6);
  unmount();
  const again = await show(alice);
  expect(await again.region.findByText('Hidden (6)')).toBeVisible();
  again.unmount();
});

test('WAL-15 an NFT is sent after a review; a contract that cannot hold it is reported', async () => {
  const user = userEvent.setup();
  const { region, unmount } = await show(carol);
  await user.click(await region.findByRole('button', { name: /Test Harbours/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'NFT' }));
  expect(dialog.getByText('ERC-721')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  const field = dialog.getByLabelText('Address');
  const review = dialog.getByRole('button', { name: 'Review' });
  await user.type(field, chain.addresses.vault);
  await user.click(review);
  expect(dialog.getByText(/^This is a contract that can't return/)).toBeVisible();
  await user.clear(field);
  await user.type(field, chain.addresses.collectible);
  expect(dialog.getByText(/^This is the contract of the asset you're sending/)).toBeVisible();
  await user.clear(field);
  await user.type(field, carol);
  expect(dialog.getByText(/^This is your own address/)).toBeVisible();

  const deaf = await deployToken(chain.client, 'LyingToken');
  await user.clear(field);
  await user.type(field, deaf);
  expect(await dialog.findByText(/^This address is a contract.* use tokens you've approved/)).toBeVisible();
  await user.click(review);
  const refused = await findSheet();
  expect(await refused.findByText(/^This address is a contract.* use tokens you've approved/)).toBeVisible();
  await sendFromSheet('Send tHARBOUR #3');
  expect(await refused.findByText(/^The contract at this address can't hold this NFT\./)).toBeVisible();

  await user.click(refused.getByRole('button', { name: 'Back' }));
  await user.click(await refused.findByRole('button', { name: 'Back' }));
  const again = within(await screen.findByRole('dialog', { name: 'NFT' }));
  expect(again.getByLabelText('Address')).toHaveValue(deaf);
  await user.clear(again.getByLabelText('Address'));
  await user.type(again.getByLabelText('Address'), dora);
  await user.click(again.getByRole('button', { name: 'Review' }));
  await chain.client.setAutomine(false);
  await sendFromSheet('Send tHARBOUR #3');
  const pending = await findSheet();
  expect(await pending.findByText('Waiting for the network')).toBeVisible();
  // The card then opens the pending transfer and doesn't offer a second one.
  await user.click(pending.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(region.getByRole('button', { name: /Test Harbours/ }));
  const later = await findSheet();
  expect(later.getByText('Waiting for the network')).toBeVisible();
  expect(later.queryByRole('button', { name: /^Send/ })).toBeNull();
  await chain.client.setAutomine(true);
  await chain.client.mine({ blocks: 1 });
  expect(await later.findByRole('heading', { name: /^tHARBOUR #3 arrived at 0x/ })).toBeVisible();
  await user.click(later.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(region.queryByRole('button', { name: /Test Harbours/ })).toBeNull());
  unmount();
  const owner = {
    address: chain.addresses.collectible,
    abi: tokenAbi,
    functionName: 'ownerOf',
    args: [3n],
  } as const;
  expect(await chain.client.readContract(owner)).toBe(dora);
});

test('WAL-15 part of an ERC-1155 balance can be sent, but no more than the balance', async () => {
  const user = userEvent.setup();
  const { region, unmount } = await show(bob);
  await user.click(await region.findByRole('button', { name: /Test Passes You own 3/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'NFT' }));
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  await user.type(dialog.getByLabelText('Address'), edith);
  const amount = dialog.getByLabelText('Quantity');
  await user.clear(amount);
  await user.type(amount, '4');
  expect(dialog.getByText('You own only 3.')).toBeVisible();
  await user.clear(amount);
  await user.type(amount, '2');
  await user.click(dialog.getByRole('button', { name: 'Review' }));
  // The review shows the collection and the token ID, because other NFTs may have the same name.
  const sheet = await findSheet();
  expect(sheet.getByText('Test Passes')).toBeVisible();
  expect(sheet.getByText('#3')).toBeVisible();
  expect(sheet.getByText('Quantity').parentElement).toHaveTextContent('Quantity2');
  await sendFromSheet(/^Send /);
  await user.click(await sheet.findByRole('button', { name: 'Done' }));
  await waitFor(() => expect(region.queryByRole('button', { name: /Test Passes You own 3/ })).toBeNull());
  unmount();
});

test('WAL-15 an NFT without events can be added manually once its contract confirms the owner', async () => {
  const user = userEvent.setup();
  const holder = encodeAbiParameters(parseAbiParameters('address'), [edith]);
  const added = await deployToken(chain.client, 'SilentCollectible', holder);
  const { region, unmount } = await show(edith);
  await user.click(await screen.findByRole('button', { name: 'Add an NFT manually' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add an NFT' }));
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  expect(dialog.getByText(/^Enter an address/)).toBeVisible();
  await user.type(dialog.getByLabelText('Contract address'), added);
  await user.type(dialog.getByLabelText('Token ID'), '2');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  expect(
    await dialog.findByText(/^This contract says your account doesn't own that token ID\. Check/),
  ).toBeVisible();
  await user.clear(dialog.getByLabelText('Token ID'));
  await user.type(dialog.getByLabelText('Token ID'), '1');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await region.findByRole('button', { name: /#1 Silent/ })).toBeVisible();
  unmount();
});

test('WAL-15 two thousand NFTs are read in few requests', async () => {
  const contract = await deployToken(chain.client, 'OpenCollectible', names('Many', 'MANY'));
  const fromBlock = (await chain.client.getBlockNumber()) + 1n;
  for (let round = 0; round < 5; round += 1)
    await sendTo(chain.client, contract, 'mintMany', [dora, 400n], dora);
  const config = await connectOwnChain(chain, dora);
  const client = config.getClient({ chainId: chain.id });
  const toBlock = await chain.client.getBlockNumber();
  const arrivals = await readArrivals(client, dora, { fromBlock, toBlock });
  const sent = jest.spyOn(globalThis, 'fetch');
  const owned = await readOwned(client, {
    chainId: chain.id,
    account: dora,
    candidates: candidatesOf(arrivals, []),
    senders: new Map(),
  });
  const requests = sent.mock.calls.length;
  sent.mockRestore();
  expect(owned).toHaveLength(2_000);
  expect(owned.every(({ isOwnDoing }) => isOwnDoing)).toBe(true);
  expect(requests).toBeLessThanOrEqual(4);
});
