import type { Metadata, Viewport } from 'next';
import { hasLocale } from 'next-intl';
import { setRequestLocale } from 'next-intl/server';
import type { ReactNode } from 'react';
import { ClientShell } from '@/components/site/client-shell';
import { MenuContent } from '@/components/site/menu/menu-content';
import { PreviewBar } from '@/components/site/preview/preview-bar';
import { getShellWording } from '@/components/site/shell-wording';
import { ThemeProvider } from '@/components/site/theme-provider';
import { languageScript } from '@/lib/i18n/language-script';
import { routing } from '@/lib/i18n/routing';
import { isPreview, scriptNonce } from '@/lib/preview/preview-mode';
import { previewWording } from '@/lib/preview/preview-wording';
import { geologica } from '../fonts/geologica';
import '../globals.css';

export const dynamicParams = false;

export function generateStaticParams() {
  return routing.locales.map((locale) => ({ locale }));
}

export const viewport: Viewport = { width: 'device-width', initialScale: 1, viewportFit: 'cover' };

export async function generateMetadata(): Promise<Metadata> {
  return (await isPreview()) ? { robots: { index: false, follow: false } } : {};
}

export default async function LocaleLayout({
  children,
  params,
}: {
  children: ReactNode;
  params: Promise<{ locale: string }>;
}) {
  const { locale: requested } = await params;
  const locale = hasLocale(routing.locales, requested) ? requested : routing.defaultLocale;
  setRequestLocale(locale);
  const nonce = await scriptNonce();
  const preview = await previewWording(locale);
  return (
    <html
      lang={locale}
      className={preview ? `${geologica.variable} scroll-pb-36` : geologica.variable}
      suppressHydrationWarning
    >
      <head>
        <script nonce={nonce}>{languageScript}</script>
      </head>
      <body>
        <ThemeProvider nonce={nonce}>{children}</ThemeProvider>
        <ClientShell locale={locale} wording={await getShellWording(locale)} menu={<MenuContent />} />
        {preview ? <PreviewBar {...preview} /> : null}
      </body>
    </html>
  );
}
