import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { ClientShell } from '@/components/site/client-shell';
import { MenuContent } from '@/components/site/menu/menu-content';
import { PreviewBar } from '@/components/site/preview/preview-bar';
import { getShellWording } from '@/components/site/shell-wording';
import { ThemeProvider } from '@/components/site/theme-provider';
import { THEME_COLORS } from '@/lib/constants';
import { brand } from '@/lib/content/website';
import { pageLocale } from '@/lib/i18n/metadata';
import { languageByLocale, routing } from '@/lib/i18n/routing';
import { isPreview, scriptNonce } from '@/lib/preview/preview-mode';
import { previewWording } from '@/lib/preview/preview-wording';
import { webManifestPath } from '@/lib/seo/web-manifest';
import { embedOrigins } from '@/lib/settings/build-env';
import { canonicalOrigin } from '@/lib/settings/env';
import { geologica } from '../fonts/geologica';
import '../globals.css';

type Props = { params: Promise<{ locale: string }> };

export const dynamicParams = false;

export function generateStaticParams() {
  return routing.locales.map((locale) => ({ locale }));
}

export const viewport: Viewport = { width: 'device-width', initialScale: 1, viewportFit: 'cover' };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await pageLocale(params);
  return {
    metadataBase: new URL(canonicalOrigin()),
    applicationName: brand,
    appleWebApp: { title: brand },
    manifest: webManifestPath(locale),
    // Icons listed here replace app/icon.svg, so this list includes it too. Next adds app/favicon.ico automatically.
    icons: {
      icon: { url: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
      apple: '/icons/apple-touch-icon.png',
    },
    ...((await isPreview()) ? { robots: { index: false, follow: false } } : {}),
  };
}

export default async function LocaleLayout({ children, params }: Props & { children: ReactNode }) {
  const locale = await pageLocale(params);
  const nonce = await scriptNonce();
  const preview = await previewWording(locale);
  return (
    <html
      lang={locale}
      dir={languageByLocale[locale].dir}
      className={preview ? `${geologica.variable} scroll-pb-36` : geologica.variable}
      data-scroll-behavior="smooth"
      suppressHydrationWarning
    >
      <head>
        {/* Not set in `viewport`, because Next would render these tags on each navigation and reset the color. */}
        <meta name="theme-color" content={THEME_COLORS.light} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={THEME_COLORS.dark} media="(prefers-color-scheme: dark)" />
      </head>
      <body>
        <ThemeProvider nonce={nonce}>
          {children}
          {/* Inside the theme provider, because the menu that the shell renders has a theme switch. */}
          <ClientShell
            locale={locale}
            wording={await getShellWording(locale)}
            embedOrigins={embedOrigins}
            menu={<MenuContent />}
          />
        </ThemeProvider>
        {preview ? <PreviewBar {...preview} /> : null}
      </body>
    </html>
  );
}
