import { QueryClient } from '@tanstack/react-query';
import { getAddress } from 'viem';
import { anvil } from 'viem/chains';
import { createConfig, http, mock } from 'wagmi';
import { connect, disconnect } from 'wagmi/actions';
import { openReview, sendOrder, useSheet } from '@/components/wallet/transaction-sheet/sheet';

const reviewed = getAddress(`0x${'aa'.repeat(20)}`);
const other = getAddress(`0x${'bb'.repeat(20)}`);

test('WAL-16 a plan is not sent from another account than it was reviewed for', async () => {
  const config = createConfig({
    chains: [anvil],
    connectors: [mock({ accounts: [reviewed] }), mock({ accounts: [other] })],
    transports: { [anvil.id]: http('http://127.0.0.1:1') },
  });
  const [first, second] = config.connectors;
  if (!first || !second) throw new Error('no connectors');
  await connect(config, { connector: first });
  openReview({
    account: reviewed,
    plan: {
      chainId: anvil.id,
      intent: { kind: 'send', coinId: 1, amountRaw: '5', decimals: 18, symbol: 'ETH', recipient: other },
      call: { address: other, value: 5n },
    },
    prepare: async () => {
      await disconnect(config, { connector: first });
      await connect(config, { connector: second });
      return useSheet.getState().order?.plan ?? null;
    },
  });
  await sendOrder(config, new QueryClient());
  expect(useSheet.getState()).toMatchObject({ problem: 'accountChanged', entryId: null, step: 'idle' });
});
