import { useTranslations } from 'next-intl';
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { notify } from '@/lib/browser/notices';
import { useCalls } from '@/lib/wallet/calls/call-store';

/**
 * Shows the call on every wallet page. Loads the panel when there is a first call. It stays loaded, because it then shows
 * later calls at once.
 */
export function LazyCalls() {
  const t = useTranslations('wallet.call');
  const phase = useCalls((state) => state.view.state.phase);
  const [loaded, setLoaded] = useState<{ Panel: ComponentType } | null>(null);
  const onFailure = useEffectEvent(() => {
    notify('error', t('panelFailed'));
    // Nobody could hang up without the panel. A call that rings may still be answered on another device.
    if (phase !== 'ringingIn' && phase !== 'ended') useCalls.getState().controller?.hangUp();
  });
  useEffect(() => {
    // A call may end before the panel has loaded, for example without a microphone. The panel then says why.
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
