import { useTranslations } from 'next-intl';
import { useChainTime } from '@/components/wallet/display/use-chain-time';
import { shortAddress } from '@/lib/evm/address';
import type { RecoveryPlan } from '@/lib/wallet/recovery/recovery-plan';
import { isReady } from '@/lib/wallet/recovery/use-recovery-plans';

/** React hook that returns a sentence on the request of a recovery address, and when it can act. Null without a request. */
export function useRequestText(): (plan: RecoveryPlan, at: bigint, where: string) => string | null {
  const t = useTranslations('wallet.recovery');
  const date = useChainTime();
  return ({ recoveryAddress, readyAt }, at, where) =>
    readyAt === null
      ? null
      : t(isReady(readyAt, at) ? 'requestReady' : 'requested', {
          address: shortAddress(recoveryAddress),
          time: date(readyAt),
          where,
        });
}
