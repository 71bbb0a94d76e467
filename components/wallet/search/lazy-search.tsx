import { useTranslations } from 'next-intl';
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { closeDialog, useDialogs } from '@/lib/browser/dialogs';
import { notify } from '@/lib/browser/notices';

/** Loads the search when it is first opened. */
export function LazySearch() {
  const t = useTranslations('wallet.search');
  const open = useDialogs((state) => state.open === 'search');
  const [loaded, setLoaded] = useState<{ Search: ComponentType } | null>(null);
  const onFailure = useEffectEvent(() => {
    closeDialog('search');
    notify('error', t('failed'));
  });
  useEffect(() => {
    if (!open || loaded) return;
    import('./search-dialog').then(
      ({ SearchDialog }) => setLoaded({ Search: SearchDialog }),
      () => onFailure(),
    );
  }, [open, loaded]);
  return loaded ? <loaded.Search /> : null;
}
