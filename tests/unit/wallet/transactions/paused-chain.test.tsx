import { screen, within } from '@testing-library/react';
import type { Address } from 'viem';
import { DepositForm } from '@/components/wallet/deposit/deposit-form';
import { PledgeContracts } from '@/components/wallet/pledge/pledge';
import { PresaleList } from '@/components/wallet/presale/presale';
import { StakePools } from '@/components/wallet/stake/stake';
import { depositDraft, emptyTransfer } from '@/components/wallet/transfer/transfer-draft';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { connectOwnChain, type OwnChain, renderOnOwnChain, startOwnChain } from '../../../support/own-chain';
import { servePrices } from '../../../support/price-api';

servePrices();

const { address: account } = demoAccount(1);
let chain: OwnChain;

beforeAll(async () => {
  chain = await startOwnChain();
  const { vault, staking, pledge, presale } = chain.addresses;
  for (const address of [vault, staking, pledge, presale]) await pause(address);
});
afterAll(() => chain.stop());

/** Pauses a contract. All contracts in this test have the same `pause` function. */
async function pause(address: Address) {
  const hash = await chain.client.writeContract({ address, abi: vaultAbi, functionName: 'pause' });
  await chain.client.waitForTransactionReceipt({ hash });
}

test('WAL-3 the deposit form shows that the vault is paused before anything is entered or signed', async () => {
  const config = await connectOwnChain(chain, account);
  depositDraft.save({ ...emptyTransfer, amount: '1' });
  renderOnOwnChain(<DepositForm />, chain, config);
  await screen.findByText('New deposits are paused. Withdrawals still work.');
  expect(screen.getByLabelText('Amount')).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Review' })).toBeDisabled();
});

test.each([
  ['WAL-6', 'stake', StakePools, /^New stakes are paused\. You can still unstake and claim\./],
  ['WAL-7', 'contribution', PresaleList, /^New contributions are paused\. Claims and refunds still work\./],
  ['WAL-8', 'pledge', PledgeContracts, /^New pledges are paused\. You can still redeem and leave early\./],
] as const)(
  '%s a disconnected visitor sees on the card that no new %s is accepted',
  async (_id, _what, Part, said) => {
    const config = await connectOwnChain(chain, account);
    renderOnOwnChain(<Part account={undefined} {...chain.lists} />, chain, config);
    const card = await screen.findByRole('region', { name: 'North Sea' });
    expect(await within(card).findByText(said)).toBeVisible();
  },
);
