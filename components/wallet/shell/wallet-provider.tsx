'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { WagmiContext } from 'wagmi';
import type { Locale } from '@/lib/i18n/routing';
import type { WalletSetup } from './wallet-setup';

/** One cache of chain data per page, shared by all parts of the wallet. */
const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 4_000 } } });

/** Returns the device's time zone, or UTC if the browser doesn't support the one that the system reports. */
function deviceTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

/**
 * Context providers for the wallet root. wagmi's own provider is not used, because it would restore or drop the
 * connection each time a component mounts. The wallet setup restores the connection once per page.
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
    <NextIntlClientProvider locale={locale} messages={setup.messages} timeZone={deviceTimeZone()}>
      <WagmiContext value={setup.config}>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </WagmiContext>
    </NextIntlClientProvider>
  );
}
