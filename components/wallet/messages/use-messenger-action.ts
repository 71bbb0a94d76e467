import { useTranslations } from 'next-intl';
import { useCallback, useState } from 'react';
import { notify } from '@/lib/browser/notices';
import { chainErrorCode } from '@/lib/evm/errors';
import { MessengerError, type MessengerReason } from '@/lib/wallet/messages/messenger/types';

/** React hook that returns the sentence for why an action failed. */
export function useReasonText(): (reason: MessengerReason) => string {
  const t = useTranslations('wallet.messages.reason');
  return useCallback((reason) => t(reason), [t]);
}

/**
 * React hook that runs one action at a time. `run` shows a failure as a notice, and resolves to whether the action
 * succeeded, so that the caller keeps what the user typed if it didn't.
 */
export function useMessengerAction() {
  const reasonText = useReasonText();
  const errors = useTranslations('wallet.errors');
  const [isRunning, setRunning] = useState(false);
  const run = useCallback(
    async (action: () => Promise<unknown>): Promise<boolean> => {
      setRunning(true);
      try {
        await action();
        return true;
      } catch (error) {
        notify(
          'error',
          error instanceof MessengerError ? reasonText(error.reason) : errors(chainErrorCode(error)),
        );
        return false;
      } finally {
        setRunning(false);
      }
    },
    [reasonText, errors],
  );
  return { run, isRunning };
}
