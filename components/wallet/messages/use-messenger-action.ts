import { useTranslations } from 'next-intl';
import { useCallback, useRef, useState } from 'react';
import { notify } from '@/lib/browser/notices';
import { chainErrorCode } from '@/lib/evm/errors';
import { MessengerError, type MessengerReason } from '@/lib/messages/protocol/messenger-error';

type Run = (action: () => Promise<unknown>) => Promise<boolean>;

/** React hook that returns a function to get the text for a failed action. */
export function useReasonText(): (reason: MessengerReason) => string {
  const t = useTranslations('wallet.messages.reason');
  return useCallback((reason) => t(reason), [t]);
}

/**
 * React hook that returns a function to run an action. Shows a notification if the action fails, and resolves to
 * whether it succeeded. For actions that may overlap, such as reactions.
 */
export function useReported(): Run {
  const reasonText = useReasonText();
  const errors = useTranslations('wallet.errors');
  return useCallback(
    async (action) => {
      try {
        await action();
        return true;
      } catch (error) {
        notify(
          'error',
          error instanceof MessengerError ? reasonText(error.reason) : errors(chainErrorCode(error)),
        );
        return false;
      }
    },
    [reasonText, errors],
  );
}

/**
 * React hook that runs one action at a time, so a double click has no second effect. `run` shows a notification if the
 * action fails. It resolves to whether the action succeeded, so callers can keep the user's input otherwise.
 */
export function useMessengerAction() {
  const report = useReported();
  const running = useRef(false);
  const [isRunning, setRunning] = useState(false);
  const run = useCallback<Run>(
    async (action) => {
      if (running.current) return false;
      running.current = true;
      setRunning(true);
      try {
        return await report(action);
      } finally {
        running.current = false;
        setRunning(false);
      }
    },
    [report],
  );
  return { run, isRunning };
}
