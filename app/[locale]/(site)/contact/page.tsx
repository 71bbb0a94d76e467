import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ArtPicture } from '@/components/site/art/art-picture';
import { contactField } from '@/components/site/art/fields';
import { Breadcrumbs } from '@/components/site/breadcrumbs';
import { CONTACT_FIELDS, type ContactFieldName } from '@/components/site/contact/contact-fields';
import { ContactForm } from '@/components/site/contact/contact-form';
import { CopyAddress } from '@/components/site/contact/copy-address';
import { CloseHomeLink } from '@/components/site/site-link';
import { HeadingText } from '@/components/ui/heading-text';
import { CONTACT_SUBJECT, infoMailbox } from '@/lib/content/website';
import { pageLocale, pageMetadata } from '@/lib/i18n/metadata';
import { routes } from '@/lib/routes';

type Props = PageProps<'/[locale]/contact'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getTranslations('contact');
  return pageMetadata({
    locale,
    path: routes.contact,
    title: t('metaTitle'),
    description: t('metaDescription'),
    picture: t('metaPicture'),
  });
}

export default async function ContactPage({ params }: Props) {
  const locale = await pageLocale(params);
  const t = await getTranslations('contact');
  const notices = await getTranslations('wallet.notice');
  const labels = Object.fromEntries(CONTACT_FIELDS.map(({ name }) => [name, t(`fields.${name}`)]));
  return (
    <div className="page-grid relative isolate overflow-clip pt-10 pb-20 md:pt-16 md:pb-28 lg:pb-48">
      <ArtPicture
        art={contactField}
        fit="none"
        className="pointer-events-none absolute bottom-0 left-0 -z-10 hidden h-44 w-[60vw] text-water [grid-column:bleed] lg:block"
      />
      <CloseHomeLink label={t('close')} className="absolute -end-3 top-3" />
      <header className="lg:col-span-5 lg:col-start-2">
        <h1 className="pe-12 font-display text-3xl">
          <HeadingText>{t('title')}</HeadingText>
        </h1>
        <p className="measure mt-5 text-lg text-muted">{t('intro')}</p>
        <h2 className="mt-10 text-sm text-muted">{t('aboutTitle')}</h2>
        <ul className="mt-2 max-w-form">
          {(['wallet', 'finance', 'assets', 'press'] as const).map((topic) => (
            <li key={topic} className="border-t border-line py-2.5">
              {t(`topics.${topic}`)}
            </li>
          ))}
        </ul>
      </header>
      <div className="mt-10 rounded-soft border border-line bg-raised p-5 sm:p-8 lg:col-span-6 lg:col-start-8 lg:mt-14">
        <p className="mb-5 text-sm text-muted">{t('requiredNote')}</p>
        <ContactForm
          to={infoMailbox}
          subject={CONTACT_SUBJECT}
          labels={labels as Record<ContactFieldName, string>}
          optional={t('optional')}
          submit={t('submit')}
          opened={t('opened')}
          isFamilyFirst={locale === 'zh-Hant'}
        />
        <p className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line pt-4 text-sm">
          <span className="text-muted">{t('direct')}</span>
          <a
            href={`mailto:${infoMailbox}`}
            className="inline-flex min-h-11 items-center break-all text-water underline underline-offset-4"
          >
            {infoMailbox}
          </a>
          <CopyAddress
            address={infoMailbox}
            label={t('copy')}
            copied={notices('copied')}
            failed={notices('copyFailed')}
          />
        </p>
      </div>
      <Breadcrumbs name={t('metaTitle')} path={routes.contact} />
    </div>
  );
}
