import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { maxUint256 } from 'viem';
import {
  sampleAddress,
  sampleAmount,
  sampleCoins,
  sampleHash,
  sampleMainnet,
  sampleTokens,
  useSampleHoldings,
} from '@/components/wallet/frame/sample-data';
import { SampleFrame } from '@/components/wallet/frame/start-preview';
import type { Approval } from '@/lib/wallet/approvals/approval-events';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';
import { ApprovalRow } from './approval-row';
import type { RankedApproval } from './rank-approvals';

const DAY_MS = 86_400_000;
const { usdc, dai, tide } = sampleTokens;

const approval = (
  { symbol, decimals, address }: ListedToken,
  spender: number,
  amount: bigint,
  nature: Approval['nature'],
): Approval => ({
  id: symbol,
  chainId: sampleMainnet.id,
  kind: 'amount',
  token: address,
  contract: address,
  spender: sampleAddress(spender),
  tokenId: null,
  transactionHash: sampleHash(spender),
  blockNumber: 0n,
  amount,
  balance: amount,
  until: null,
  decimals,
  name: '',
  symbol,
  nature,
});

/** `usd` is the amount at risk in US dollars, or null if there is no price. */
const items = [
  {
    daysAgo: 212,
    usd: '2400',
    risk: 'high',
    spenderName: null,
    token: usdc,
    approval: approval(usdc, 21, maxUint256, 'account'),
  },
  {
    daysAgo: 64,
    usd: '120',
    risk: 'medium',
    spenderName: null,
    token: dai,
    approval: approval(dai, 22, sampleAmount('120'), 'contract'),
  },
  {
    daysAgo: 9,
    usd: null,
    risk: 'low',
    spenderName: 'staking_contract',
    token: tide,
    approval: approval(tide, 23, sampleAmount('500'), 'contract'),
  },
] as const;

const nothing = () => undefined;

/** Sample of the list of approvals, riskiest first. */
export function SampleApprovals() {
  const about = useTranslations('wallet.preview.about');
  const format = useFormatter();
  const [now] = useState(() => Date.now());
  const { money, inCurrency } = useSampleHoldings();
  return (
    <SampleFrame about={about('approvals')}>
      <section className="grid gap-4">
        <h2 className="text-xl">
          {sampleMainnet.name} <span className="figures text-base text-muted">· {items.length}</span>
        </h2>
        <div>
          {items.map(({ daysAgo, usd, token, ...rest }) => {
            const item: RankedApproval = {
              ...rest,
              listed: token,
              fiatValue: usd === null ? null : sampleAmount(inCurrency(usd)),
            };
            return (
              <ApprovalRow
                key={token.symbol}
                item={item}
                icon={sampleCoins.find(({ id }) => id === token.coinId)?.icon}
                chain={sampleMainnet}
                date={format.dateTime(new Date(now - daysAgo * DAY_MS), { dateStyle: 'medium' })}
                money={money}
                isChosen={false}
                pending={undefined}
                onChoose={nothing}
                onRevoke={nothing}
              />
            );
          })}
        </div>
      </section>
    </SampleFrame>
  );
}
