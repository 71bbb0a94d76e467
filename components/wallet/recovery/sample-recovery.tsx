import { useTranslations } from 'next-intl';
import { GroupedAddress } from '@/components/wallet/display/grouped-address';
import { useFixedDuration } from '@/components/wallet/display/use-chain-time';
import { sampleAddress, sampleMainnet } from '@/components/wallet/frame/sample-data';
import { SampleFrame } from '@/components/wallet/frame/start-preview';
import { DAY_S, DELAY_DAYS, recoveryContracts } from '@/lib/wallet/recovery/recovery-plan';

/** The recovery page with made-up data: one contract with a recovery address, and the others without. */
export function SampleRecovery() {
  const t = useTranslations('wallet.recovery');
  const names = useTranslations('wallet.approvals.spender');
  const about = useTranslations('wallet.preview.about');
  const duration = useFixedDuration();
  return (
    <SampleFrame about={about('recovery')}>
      <div className="grid gap-4">
        <h2 className="text-xl">{sampleMainnet.name}</h2>
        <ul className="border-b border-line">
          {recoveryContracts.map((name, index) => (
            <li key={name} className="grid gap-3 border-t border-line py-4">
              <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                {names(name)}
                <span className={`text-sm ${index === 0 ? 'text-success' : 'text-muted'}`}>
                  {t(index === 0 ? 'on' : 'off')}
                </span>
              </p>
              {index === 0 ? (
                <>
                  <p>
                    <GroupedAddress address={sampleAddress(31)} />
                  </p>
                  <p className="text-sm">
                    {t('delay', { delay: duration(BigInt(DELAY_DAYS.suggested * DAY_S)) })}
                  </p>
                </>
              ) : null}
            </li>
          ))}
        </ul>
      </div>
    </SampleFrame>
  );
}
