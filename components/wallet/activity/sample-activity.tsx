import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import {
  sampleAddress,
  sampleAmount,
  sampleChains,
  sampleCoins,
  sampleHash,
  sampleMainnet,
  sampleRollup,
  sampleTokens,
} from '@/components/wallet/frame/sample-data';
import { SampleFrame } from '@/components/wallet/frame/start-preview';
import { shortAddress } from '@/lib/evm/address';
import type { ActivityRow } from '@/lib/wallet/activity/activity-row';
import { ActivityTable } from './activity-table';

const HOUR_MS = 3_600_000;
const { eth, usdc, tide } = sampleTokens;
const move = (token: (typeof sampleTokens)[keyof typeof sampleTokens], amount: string) => [
  { token, amount: sampleAmount(amount) },
];

type SampleRow = Pick<ActivityRow, 'kind' | 'chainId' | 'out' | 'in' | 'isVerified'> & {
  hoursAgo: number;
  hasCounterparty: boolean;
};

const row = (
  kind: ActivityRow['kind'],
  chainId: number,
  hoursAgo: number,
  moves: Partial<Pick<ActivityRow, 'out' | 'in'>>,
): SampleRow => ({
  kind,
  chainId,
  hoursAgo,
  out: [],
  in: [],
  ...moves,
  isVerified: kind === 'deposit',
  hasCounterparty: kind === 'receive' || kind === 'send',
});

const rows = [
  row('receive', sampleMainnet.id, 3, { in: move(usdc, '600') }),
  row('deposit', sampleRollup.id, 26, { out: move(usdc, '250') }),
  row('swap', sampleRollup.id, 51, { out: move(usdc, '400'), in: move(tide, '1562.5') }),
  row('stake', sampleRollup.id, 53, { out: move(tide, '1500') }),
  row('send', sampleMainnet.id, 98, { out: move(eth, '0.08') }),
];

const nameOf = (_: number, address: string) => shortAddress(address);

/** Sample of the activity list. */
export function SampleActivity() {
  const about = useTranslations('wallet.preview.about');
  const [now] = useState(() => Date.now());
  const shown = useMemo(
    () =>
      rows.map(({ hoursAgo, hasCounterparty, ...rest }): ActivityRow => {
        return {
          ...rest,
          hash: sampleHash(hoursAgo),
          counterparty: hasCounterparty ? sampleAddress(hoursAgo + 100) : null,
          at: now - hoursAgo * HOUR_MS,
          block: null,
          allowance: null,
          status: 'confirmed',
        };
      }),
    [now],
  );
  return (
    <SampleFrame about={about('activity')}>
      <ActivityTable rows={shown} chains={sampleChains} coins={sampleCoins} nameOf={nameOf} account={null} />
    </SampleFrame>
  );
}
