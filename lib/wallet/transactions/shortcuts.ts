import type { QueryClient } from '@tanstack/react-query';
import type { Config } from 'wagmi';
import { getConnection } from 'wagmi/actions';
import { batchingQuery } from './batching';

/** Thrown if the wallet can't do a shortcut (a batch, a permit), so that the user must review the long way. */
export class ShortcutError extends Error {
  override name = 'ShortcutError';
  constructor(
    readonly code: 'batchUnsupported' | 'permitUnsupported',
    options: ErrorOptions,
  ) {
    super(code, options);
  }
}

/** Which shortcuts the wallet offers, and how to record that it doesn't. */
export type Shortcuts = {
  canBatch: () => Promise<boolean>;
  canPermit: () => boolean;
  giveUp: (shortcut: 'batch' | 'permit') => void;
};

/**
 * Returns the shortcuts that the connected wallet offers to an account on a chain, as far as it is known. The default is the
 * account that the site uses.
 */
export function shortcutsOf(
  config: Config,
  queries: QueryClient,
  chainId: number,
  account = getConnection(config).address,
): Shortcuts {
  const { connector } = getConnection(config);
  const batching = batchingQuery(config, chainId, account);
  const permits = ['permits', connector?.uid, account];
  return {
    canBatch: () => queries.fetchQuery(batching),
    canPermit: () => queries.getQueryData(permits) !== false,
    giveUp: (shortcut) => {
      queries.setQueryData(shortcut === 'batch' ? batching.queryKey : permits, false);
    },
  };
}
