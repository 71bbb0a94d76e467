import { useTranslations } from 'next-intl';
import { useState } from 'react';
import {
  sampleAddress,
  sampleAmount,
  sampleChains,
  sampleMainnet,
  sampleRollup,
  sampleTokens,
} from '@/components/wallet/frame/sample-data';
import { SampleFrame } from '@/components/wallet/frame/start-preview';
import { UnlockMonths } from './unlock-months';

const HOUR_S = 3_600;
const unlocks = [
  { kind: 'pledge', chainId: sampleMainnet.id, token: sampleTokens.dai, amount: '515.2', hours: 293 },
  { kind: 'cliff', chainId: sampleRollup.id, token: sampleTokens.tide, amount: '2500', hours: 1_011 },
  { kind: 'vested', chainId: sampleRollup.id, token: sampleTokens.tide, amount: '7500', hours: 3_170 },
] as const;

/** Sample of the unlock calendar. */
export function SampleUnlocks() {
  const t = useTranslations('wallet.unlocks');
  const about = useTranslations('wallet.preview.about');
  const [now] = useState(() => Math.floor(Date.now() / 1_000));
  return (
    <SampleFrame about={about('unlocks')}>
      <h2 className="text-xl">{t('ahead')}</h2>
      <UnlockMonths
        unlocks={unlocks.map(({ hours, amount, ...unlock }) => ({
          ...unlock,
          contract: sampleAddress(31),
          part: '',
          at: BigInt(now + hours * HOUR_S),
          amount: sampleAmount(amount),
        }))}
        chains={sampleChains}
        nowOf={() => BigInt(now)}
        onSave={() => undefined}
      />
    </SampleFrame>
  );
}
