import { canGoBack } from '@/lib/browser/can-go-back';
import { closeTopDialog } from '@/lib/browser/dialog-stack';
import { closeDialog, useDialogs } from '@/lib/browser/dialogs';
import { languageAddress } from '@/lib/i18n/language-address';
import { checkVisitCurrency } from '@/lib/preferences/check-visit-currency';
import { setVisitCurrency } from '@/lib/preferences/currency';
import { setVisit } from '@/lib/preferences/visit';
import type { Post, ShellMessage } from './messages';

function closeOpenDialog(): boolean {
  // As its own close button does: a dialog may have something to put away.
  if (closeTopDialog()) return true;
  // The menu, or a dialog whose code is still on its way.
  const { open } = useDialogs.getState();
  if (open !== null) closeDialog(open);
  return open !== null;
}

/** Does what the shell asks, for this visit; what the visitor stored stays. */
export function obey(message: ShellMessage, post: Post): void {
  switch (message.type) {
    case 'back':
      if (closeOpenDialog()) return;
      if (canGoBack()) window.history.back();
      else post({ type: 'close' });
      return;
    case 'close-dialog':
      closeOpenDialog();
      return;
    case 'set-theme':
      setVisit('theme', message.theme);
      return;
    case 'set-currency':
      setVisitCurrency(message.currency);
      void checkVisitCurrency();
      return;
    case 'set-language': {
      setVisit('lang', message.lang);
      const address = languageAddress(message.lang);
      if (new URL(address).pathname !== window.location.pathname) window.location.assign(address);
    }
  }
}
