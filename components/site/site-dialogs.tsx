'use client';

import { type ComponentType, useEffect, useState } from 'react';
import { closeDialog, useDialogs } from '@/lib/dialogs';
import { notify } from '@/lib/notices';
import { dialogLoaders, type SiteDialogName } from './dialog-loaders';
import type { SiteDialogProps } from './site-dialog-props';

type Loaded = Partial<Record<SiteDialogName, ComponentType<SiteDialogProps>>>;

function isSiteDialog(name: string | null): name is SiteDialogName {
  return name !== null && name in dialogLoaders;
}

/** The one place where menu, language and currency dialogs stand; each is loaded when it first opens. */
export function SiteDialogs(props: SiteDialogProps) {
  const open = useDialogs((state) => state.open);
  const [loaded, setLoaded] = useState<Loaded>({});
  const { offline } = props.wording;

  useEffect(() => {
    if (!isSiteDialog(open)) return;
    let current = true;
    dialogLoaders[open]().then(
      (Dialog) => current && setLoaded((known) => (known[open] ? known : { ...known, [open]: Dialog })),
      () => {
        closeDialog(open);
        notify('error', offline);
      },
    );
    return () => {
      current = false;
    };
  }, [open, offline]);

  return Object.entries(loaded).map(([name, Dialog]) => <Dialog key={name} {...props} />);
}
