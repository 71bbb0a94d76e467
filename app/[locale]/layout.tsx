import type { Viewport } from 'next';
import { hasLocale } from 'next-intl';
import { setRequestLocale } from 'next-intl/server';
import type { ReactNode } from 'react';
import { ClientShell } from '@/components/site/client-shell';
import { MenuContent } from '@/components/site/menu/menu-content';
import { getShellWording } from '@/components/site/shell-wording';
import { ThemeProvider } from '@/components/site/theme-provider';
import { languageScript } from '@/lib/i18n/language-script';
import { routing } from '@/lib/i18n/routing';
import { geologica } from '../fonts/geologica';
import '../globals.css';

export const dynamicParams = false;

export function generateStaticParams() {
  return routing.locales.map((locale) => ({ locale }));
}

export const viewport: Viewport = { width: 'device-width', initialScale: 1, viewportFit: 'cover' };

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
  return (
    <html lang={locale} className={geologica.variable} data-scroll-behavior="smooth" suppressHydrationWarning>
      <head>
        <script>{languageScript}</script>
      </head>
      <body>
        <ThemeProvider>{children}</ThemeProvider>
        <ClientShell locale={locale} wording={await getShellWording(locale)} menu={<MenuContent />} />
      </body>
    </html>
  );
}
