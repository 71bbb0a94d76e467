import { useState } from 'react';
import { useRefreshCard } from '@/lib/api/use-card';
import { messageOf } from './api-problem';

/**
 * React hook for a button that changes something through the API: `send` sends a request, reads the lists again, and returns
 * whether it succeeded. `problem` says why the latest one failed.
 */
export function useCardCall() {
  const refresh = useRefreshCard();
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (request: () => Promise<unknown>): Promise<boolean> => {
    setSending(true);
    setProblem(null);
    try {
      await request();
      void refresh();
      return true;
    } catch (error) {
      setProblem(messageOf(error));
      return false;
    } finally {
      setSending(false);
    }
  };
  return { isSending, problem, send };
}
