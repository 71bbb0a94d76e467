import type { Viewport } from 'next';
import { hasLocale } from 'next-intl';
import { setRequestLocale } from 'next-intl/server';
import type { ReactNode } from 'react';
import { WalletShell } from '@/components/site/wallet-frame/wallet-shell';
import { routing } from '@/lib/i18n/routing';
import { scriptNonce } from '@/lib/preview/preview-mode';
import { signedInScript } from '@/lib/session/signed-in-script';

/**
 * Makes an on-screen keyboard resize the viewport. In browsers where the keyboard covers the page instead, open dialogs
 * move above it.
 */
export const viewport: Viewport = { interactiveWidget: 'resizes-content' };

export default async function WalletLayout({
  children,
  params,
}: {
  children: ReactNode;
  params: Promise<{ locale: string }>;
}) {
  const { locale } = await params;
  if (hasLocale(routing.locales, locale)) setRequestLocale(locale);
  return (
    <>
      <script nonce={await scriptNonce()}>{signedInScript}</script>
      <WalletShell>{children}</WalletShell>
    </>
  );
}
