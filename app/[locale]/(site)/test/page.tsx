import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Gallery } from '@/components/site/test/gallery';
import {
  type GalleryGroupName,
  galleryGroups,
  type WalletGalleryGroupName,
  walletGalleryGroups,
} from '@/components/site/test/gallery-groups';
import { GallerySection } from '@/components/site/test/gallery-section';
import { RequestSample } from '@/components/site/test/request-sample';
import { RingSample, SliderSample } from '@/components/site/test/slider-sample';
import { ValidationSample } from '@/components/site/test/validation-sample';
import { WalletGallery } from '@/components/site/test/wallet-gallery';
import { REQUEST_TIMEOUT_MS } from '@/lib/api/api-settings';
import { PROGRESS_MS_PER_PERCENT, SLIDER } from '@/lib/constants';
import { testPageEnabled } from '@/lib/content/website';
import { pageLocale, pageMetadata } from '@/lib/i18n/metadata';
import { getPathname } from '@/lib/i18n/navigation';
import { routes } from '@/lib/routes';
import { LENGTH_RULE_CHARACTERS, MAX_RULE_DECIMALS, validationWording } from '@/lib/validation/wording';

type Props = PageProps<'/[locale]/test'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getTranslations('test');
  const [title, description] = [t('metaTitle'), t('metaDescription')];
  return pageMetadata({ locale, path: routes.test, title, description, index: false });
}

function Sample({
  id,
  title,
  text,
  children,
}: {
  id: string;
  title: string;
  text: string;
  children: ReactNode;
}) {
  return (
    <section
      aria-labelledby={id}
      className="grid gap-6 border-t border-line py-10 lg:grid-cols-[20rem_1fr] lg:gap-12"
    >
      <div>
        <h2 id={id} className="font-display text-xl">
          {title}
        </h2>
        <p className="mt-2 text-sm text-muted">{text}</p>
      </div>
      {children}
    </section>
  );
}

function IndexLink({ id, children }: { id: string; children: string }) {
  return (
    <a href={`#${id}`} className="inline-flex min-h-11 min-w-11 items-center hover:underline">
      {children}
    </a>
  );
}

export default async function TestPage({ params }: Props) {
  const locale = await pageLocale(params);
  if (!testPageEnabled) redirect(getPathname({ href: routes.notFound, locale }));
  const t = await getTranslations('test');
  const problems = validationWording(await getTranslations('validation'));
  const g = await getTranslations('test.gallery');
  const words = {
    button: g('button'),
    field: g('field'),
    hint: g('hint'),
    error: g('error'),
    consent: g('consent'),
    consentError: g('consentError'),
    choices: g('choices'),
    choiceOne: g('choiceOne'),
    choiceTwo: g('choiceTwo'),
    loading: g('loading'),
    failed: g('failed'),
    retry: g('retry'),
    tabs: g('tabs'),
    tabOne: g('tabOne'),
    tabTwo: g('tabTwo'),
    notice: g('notice'),
    dialog: g('dialog'),
    dialogText: g('dialogText'),
    close: g('close'),
    progress: g('progress'),
    half: g('half'),
    day: g('day'),
  };
  const titleOf = (name: GalleryGroupName | WalletGalleryGroupName) => g(`groups.${name}`);
  const titlesOf = <Name extends GalleryGroupName | WalletGalleryGroupName>(names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, titleOf(name)])) as Record<Name, string>;
  const parts: { id: string; title: string; groups: [string, string][] }[] = [
    ...(['ring', 'slider', 'requests', 'validation'] as const).map((id) => ({
      id,
      title: t(`${id}.title`),
      groups: [],
    })),
    { id: 'gallery', title: g('title'), groups: Object.entries(titlesOf(galleryGroups)) },
    { id: 'wallet', title: g('wallet'), groups: Object.entries(titlesOf(walletGalleryGroups)) },
  ];
  return (
    <div className="page-width py-14 md:py-20">
      <h1 className="font-display text-3xl">{t('title')}</h1>
      <p className="measure mt-4 text-lg text-muted">{t('intro')}</p>
      <p>
        <a
          href={routes.apiDocs}
          hrefLang="en"
          className="inline-flex min-h-11 items-center text-water underline underline-offset-4"
        >
          {t('apiDocs')}
        </a>
      </p>
      <nav aria-label={t('index')} className="mt-4 mb-12 border-t border-line pt-4">
        <ul className="max-w-3xl gap-8 sm:columns-2 lg:columns-3">
          {parts.map(({ id, title, groups }) => (
            <li key={id} className="break-inside-avoid">
              <IndexLink id={id}>{title}</IndexLink>
              {groups.length > 0 ? (
                <ul className="border-s border-line ps-4 text-sm text-muted">
                  {groups.map(([group, name]) => (
                    <li key={group}>
                      <IndexLink id={group}>{name}</IndexLink>
                    </li>
                  ))}
                </ul>
              ) : null}
            </li>
          ))}
        </ul>
      </nav>
      <Sample id="ring" title={t('ring.title')} text={t('ring.text', { ms: PROGRESS_MS_PER_PERCENT })}>
        <RingSample
          label={t('ring.label')}
          targets={SLIDER.stops.map((percent) => t('ring.target', { percent }))}
        />
      </Sample>
      <Sample
        id="slider"
        title={t('slider.title')}
        text={t('slider.text', { min: SLIDER.min, max: SLIDER.max, step: SLIDER.step })}
      >
        <SliderSample
          label={t('slider.label')}
          valueText={t('slider.value', { value: '{value}', max: SLIDER.max })}
          stops={SLIDER.stops.map((percent) => t('slider.stop', { percent }))}
        />
      </Sample>
      <Sample
        id="requests"
        title={t('requests.title')}
        text={t('requests.text', { seconds: REQUEST_TIMEOUT_MS / 1_000 })}
      >
        <RequestSample
          wording={{
            userInfo: t('requests.userInfo'),
            coinList: t('requests.coinList'),
            coin: t('requests.coin'),
            cancel: t('requests.cancel'),
            idle: t('requests.idle'),
            pending: t('requests.pending'),
            cancelled: t('requests.cancelled'),
            answered: t('requests.answered', { ms: '{ms}' }),
            failed: t('requests.failed', { ms: '{ms}', message: '{message}' }),
          }}
        />
      </Sample>
      <Sample id="validation" title={t('validation.title')} text={t('validation.text')}>
        <ValidationSample
          problems={problems}
          wording={{
            rule: t('validation.rule'),
            value: t('validation.value'),
            silent: t('validation.silent'),
            check: t('validation.check'),
            idle: t('validation.idle'),
            valid: t('validation.valid'),
          }}
          rules={{
            integer: t('validation.rules.integer'),
            decimal: t('validation.rules.decimal'),
            empty: t('validation.rules.empty'),
            length: t('validation.rules.length', LENGTH_RULE_CHARACTERS),
            letter: t('validation.rules.letter'),
            uppercase: t('validation.rules.uppercase'),
            lowercase: t('validation.rules.lowercase'),
            digit: t('validation.rules.digit'),
            email: t('validation.rules.email'),
            tooManyDecimals: t('validation.rules.tooManyDecimals', { decimals: MAX_RULE_DECIMALS }),
          }}
        />
      </Sample>
      <GallerySection id="gallery" title={g('title')} text={g('text')}>
        <Gallery words={words} titles={titlesOf(galleryGroups)} />
      </GallerySection>
      <GallerySection id="wallet" title={g('wallet')} text={g('walletText')}>
        <WalletGallery
          locale={locale}
          titles={titlesOf(walletGalleryGroups)}
          wording={{ loading: g('loading'), failed: g('failed'), retry: g('retry') }}
        />
      </GallerySection>
    </div>
  );
}
