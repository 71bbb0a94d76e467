'use client';

import { usePathname } from 'next/navigation';
import { type ComponentType, useEffect, useState } from 'react';
import { apiSettings } from '@/lib/api/api-settings';
import { noteStep } from '@/lib/browser/can-go-back';
import { closeDialog, useDialogs } from '@/lib/browser/dialogs';
import { notify } from '@/lib/browser/notices';
import { dialogLoaders, type SiteDialogName } from './dialog-loaders';
import type { SiteDialogProps } from './site-dialog-props';

type Loaded = Partial<Record<SiteDialogName, ComponentType<SiteDialogProps>>>;

function isSiteDialog(name: string | null): name is SiteDialogName {
  return name !== null && name in dialogLoaders;
}

/** Renders the public pages' dialogs. Each dialog loads when it first opens. */
export function SiteDialogs(props: SiteDialogProps) {
  const open = useDialogs((state) => state.open);
  const [loaded, setLoaded] = useState<Loaded>({});
  const pathname = usePathname();

  // Going back in the history closes the dialog of the previous page. This effect also counts history steps (SITE-10),
  // because a separate component for that would add more code to every page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each change of the path.
  useEffect(() => {
    noteStep();
    const { open: shown } = useDialogs.getState();
    if (isSiteDialog(shown)) closeDialog(shown);
  }, [pathname]);

  // Report a failure only while a dialog is open, because the announcements are preloaded without a user action.
  useEffect(() => {
    const wanted = isSiteDialog(open) ? open : 'announcements';
    let current = true;
    dialogLoaders[wanted]().then(
      (Dialog) => current && setLoaded((known) => (known[wanted] ? known : { ...known, [wanted]: Dialog })),
      () => {
        if (wanted !== open) return;
        closeDialog(wanted);
        notify('error', apiSettings().wording.offline);
      },
    );
    return () => {
      current = false;
    };
  }, [open]);

  return Object.entries(loaded).map(([name, Dialog]) => <Dialog key={name} {...props} />);
}
