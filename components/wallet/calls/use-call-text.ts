import { useTranslations } from 'next-intl';
import type { CallView } from '@/lib/wallet/calls/call-store';

type Shown = Exclude<CallView['state'], { phase: 'idle' }>;

/** React hook that returns a function to describe a call's phase or the reason it ended. */
export function useCallText(): (state: Shown) => string {
  const t = useTranslations('wallet.call');
  return (state) => {
    switch (state.phase) {
      case 'ringingOut':
        if (!state.isInvited) return t('starting');
        return t(state.isRinging ? 'ringing' : 'calling');
      case 'ringingIn':
        return t(state.isAnswering ? 'starting' : 'isCalling');
      case 'ended': {
        const { reason, call } = state;
        if (reason === 'missed' && call.isOutgoing) return t('ended.noAnswer');
        if (reason === 'declined' && !call.isOutgoing) return t('ended.selfDeclined');
        return t(`ended.${reason}`);
      }
      default:
        return t(state.phase);
    }
  };
}
