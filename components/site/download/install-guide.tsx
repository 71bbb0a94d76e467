import { useTranslations } from 'next-intl';
import { Icon } from '@/components/ui/icon';
import { QrFigure } from './qr-figure';

const SYSTEMS = ['ios', 'android'] as const;
const STEPS = ['open', 'menu', 'add'] as const;

/** The icons that the system's browser shows for each step. */
const glyphs: Record<(typeof SYSTEMS)[number], Record<(typeof STEPS)[number], string>> = {
  ios: {
    open: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M16 8l-2.500 5.500L8 16l2.500-5.500z',
    menu: 'M8 9H5v12h14V9h-3M12 15V3M8 6.500 12 3l4 3.500',
    add: 'M4 4h16v16H4zM12 8v8M8 12h8',
  },
  android: {
    open: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 8.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7M12 8.500h8M9 13.800 5 6.500M15 13.800 11 21',
    menu: 'M12 4a1 1 0 1 0 0 2 1 1 0 0 0 0-2M12 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2M12 18a1 1 0 1 0 0 2 1 1 0 0 0 0-2',
    add: 'M14 3H6v18h12v-7M18 3v8M14 7h8',
  },
};

/**
 * Explains how to add the site to a phone's home screen. `link` is this page's URL for phones, whose QR code screens with
 * a pointer show, or null if the site has no HTTPS, as on the operator's own machine.
 */
export function InstallGuide({ link }: { link: string | null }) {
  const t = useTranslations('download.install');
  return (
    <section
      id="install"
      aria-labelledby="install-title"
      className="border-t border-line bg-raised py-14 embedded:hidden lg:py-20 [@media(display-mode:standalone)]:hidden"
    >
      <div className="page-width">
        <h2 id="install-title" className="font-display text-2xl">
          {t('title')}
        </h2>
        <p className="measure mt-3 text-muted">{t('lead')}</p>
        <div className="mt-8 grid gap-10 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_auto]">
          {SYSTEMS.map((system) => (
            <div key={system}>
              <h3 className="text-lg font-[550]">{t(`${system}.title`)}</h3>
              <ol className="mt-3 border-b border-line">
                {STEPS.map((step, i) => (
                  <li
                    key={step}
                    className="figures grid min-h-14 grid-cols-[1.5rem_2.5rem_1fr] items-center border-t border-line py-2"
                  >
                    <span className="text-muted">{i + 1}</span>
                    <Icon path={glyphs[system][step]} className="text-water" />
                    {t(`${system}.${step}`)}
                  </li>
                ))}
              </ol>
              {system === 'ios' ? <p className="mt-3 text-sm text-muted">{t('ios.note')}</p> : null}
            </div>
          ))}
          {link === null ? null : (
            <QrFigure
              link={link}
              label={t('qrLabel')}
              caption={t('qrCaption')}
              className="hidden lg:block pointer-coarse:hidden print:hidden"
            />
          )}
        </div>
      </div>
    </section>
  );
}
