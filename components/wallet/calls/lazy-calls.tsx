import { useTranslations } from 'next-intl';
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { notify } from '@/lib/browser/notices';
import { useCalls } from '@/lib/wallet/calls/call-store';

/**
 * Shows the call on every wallet page. Loads the panel with the first call and keeps it, so later calls appear
 * immediately.
 */
export function LazyCalls() {
  const t = useTranslations('wallet.call');
  const phase = useCalls((state) => state.view.state.phase);
  const [loaded, setLoaded] = useState<{ Panel: ComponentType } | null>(null);
  const onFailure = useEffectEvent(() => {
    notify('error', t('panelFailed'));
    // Hang up if the panel can't load, because the user couldn't. Another device may still answer a ringing call.
    if (phase !== 'ringingIn' && phase !== 'ended') useCalls.getState().controller?.hangUp();
  });
  useEffect(() => {
    // Load the panel even if the call has already ended, for example without a microphone, to show the reason.
    if (phase === 'idle' || loaded) return;
    let isCurrent = true;
    import('./call-dock').then(
      ({ CallDock }) => isCurrent && setLoaded({ Panel: CallDock }),
      () => isCurrent && onFailure(),
    );
    return () => {
      isCurrent = false;
    };
  }, [phase, loaded]);
  return loaded ? <loaded.Panel /> : null;
}
