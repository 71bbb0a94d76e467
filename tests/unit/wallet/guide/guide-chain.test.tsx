import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useSWRConfig } from 'swr';
import { type Abi, type Address, erc20Abi, parseUnits } from 'viem';
import { useProvenSteps } from '@/components/wallet/guide/use-proven-steps';
import { activityKey } from '@/lib/api/hooks';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { useSession } from '@/lib/session/session';
import { useActivityRows } from '@/lib/wallet/activity/use-activity-rows';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { connectOwnChain, type OwnChain, renderOnOwnChain, startOwnChain } from '../../../support/own-chain';

const [alice, bob] = [demoAccount(1).address, demoAccount(2).address];
let chain: OwnChain;

beforeAll(async () => {
  chain = await startOwnChain();
});
afterAll(() => chain.stop());

function Proof({ account }: { account: Address | undefined }) {
  const { proven, isKnown } = useProvenSteps(account);
  return <output>{isKnown ? proven.join() || 'nothing' : 'unknown'}</output>;
}

/** Button that makes the server respond with the signed-in account's activity. */
function Server() {
  const { mutate } = useSWRConfig();
  const page = { list: [], total: 0, pageNum: 1, pageSize: 20 };
  return (
    <button type="button" onClick={() => void mutate(activityKey('test'), [page], { revalidate: false })}>
      answer
    </button>
  );
}

/** Text that appears once the chain has responded. */
function Chain() {
  const { parts } = useActivityRows({ account: bob, ...chain.lists });
  const isRead = parts.length > 0 && parts.every(({ data }) => data !== undefined);
  return isRead ? <p>the chain has answered</p> : null;
}

async function expectProof(account: Address | undefined, text: string) {
  const config = await connectOwnChain(chain, alice);
  const { unmount } = renderOnOwnChain(<Proof account={account} />, chain, config);
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(text));
  unmount();
}

test('OPS-1 a stake of the account proves its step without anything stored in the browser', async () => {
  const { tTide, staking } = chain.addresses;
  const amount = parseUnits('3', 18);
  for (const [address, abi, functionName, args] of [
    [tTide, erc20Abi, 'approve', [staking, amount]],
    [staking, stakingPoolAbi, 'stake', [amount]],
  ] as const) {
    const hash = await chain.client.writeContract({
      ...{ address, abi: abi as Abi, functionName, args, account: alice, gas: 1_000_000n },
    });
    await chain.client.waitForTransactionReceipt({ hash });
  }
  await expectProof(alice, 'stake');
  await expectProof(bob, 'nothing');
  await expectProof(undefined, 'nothing');
});

test('OPS-1 the steps stay unknown until the server has also responded, because it proves the deposit', async () => {
  useSession.setState({ token: 'test', account: null });
  renderOnOwnChain(
    <>
      <Proof account={bob} />
      <Server />
      <Chain />
    </>,
    chain,
    await connectOwnChain(chain, bob),
  );
  expect(await screen.findByText('the chain has answered')).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('unknown');
  await userEvent.click(screen.getByRole('button', { name: 'answer' }));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('nothing'));
});
