'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { WagmiContext } from 'wagmi';
import type { Locale } from '@/lib/i18n/routing';
import type { WalletSetup } from './wallet-setup';

/** One cache of chain data a page, shared by every part of the island. */
const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 4_000 } } });

/**
 * What every part of the island stands on. The setup restores the connection, once a page; wagmi's own provider would
 * do so, or forget the connection, each time one of the island's parts mounts.
 */
export function WalletProvider({
  setup,
  locale,
  children,
}: {
  setup: WalletSetup;
  locale: Locale;
  children: ReactNode;
}) {
  return (
    <NextIntlClientProvider locale={locale} messages={setup.messages} timeZone="UTC">
      <WagmiContext value={setup.config}>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </WagmiContext>
    </NextIntlClientProvider>
  );
}
