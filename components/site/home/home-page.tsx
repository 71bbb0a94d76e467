import { useTranslations } from 'next-intl';
import { ArtPicture } from '@/components/site/art/art-picture';
import { securityField } from '@/components/site/art/fields';
import { HeadingText } from '@/components/ui/heading-text';
import { ClaimLink, FloorTitle, PlannedTag, PointList } from './floor-parts';
import { CardFloor, FinanceFloor, WalletFloor } from './floors';
import { HomeBanner } from './home-banner';
import { homeSheet } from './home-sheet';
import { ChatMock } from './mock/chat-mock';
import { Moments } from './moments';
import { NutshellFloor } from './nutshell-floor';
import { watersSketch } from './sketches/wallet-sketches';
import { WhyFloor } from './why-floor';

/** Fourth section of the home page: the security statement, dark in both themes. */
function SecurityFloor() {
  const t = useTranslations('home.security');
  return (
    <section className="night relative overflow-clip">
      <ArtPicture
        art={securityField}
        sheet={homeSheet}
        fit="none"
        className="absolute inset-y-0 start-0 h-full w-[190%] max-w-none text-tide lg:w-full"
      />
      <div className="page-grid relative py-24 md:py-48 xl:py-64">
        <div className="relative lg:col-span-7 lg:col-start-2">
          <h2 className="font-display text-3xl">
            <ClaimLink claim="security">
              <HeadingText>{t('title')}</HeadingText>
            </ClaimLink>
          </h2>
          <p className="mt-6 max-w-[34em] text-lg text-muted">{t('text')}</p>
        </div>
      </div>
    </section>
  );
}

const points = ['calls', 'messages', 'dapps'] as const;

/** Third and fourth features in the home page's third section: the communication hub, and transfers in chats. */
function HubFloor() {
  const t = useTranslations('home.hub');
  const transfer = useTranslations('home.transfer');
  return (
    <section className="page-grid gap-y-12 py-14 md:py-20 lg:py-32">
      <div className="lg:col-span-7 lg:col-start-2">
        <FloorTitle title={t('title')} lead={t('lead')} />
        <PointList
          className="mt-8 grid gap-x-8 md:grid-cols-3"
          points={points.map((name) => ({
            title: t(`${name}.title`),
            text: t(`${name}.text`),
            claim: `hub.${name}` as const,
          }))}
        />
        <div className="relative mt-12 border-s-2 border-water ps-6 lg:mt-24 lg:ms-[14%]">
          <PlannedTag claim="transfer" className="mb-3" />
          <h2 className="font-display text-2xl">
            <ClaimLink claim="transfer">
              <HeadingText>{transfer('title')}</HeadingText>
            </ClaimLink>
          </h2>
          <p className="mt-4 max-w-[32em] text-lg text-muted">{transfer('text')}</p>
          <p className="mt-4 text-sm text-muted">{transfer('tip')}</p>
        </div>
      </div>
      <ChatMock className="mx-auto w-full max-w-[26rem] self-center lg:col-span-4 lg:col-start-10 lg:me-0" />
    </section>
  );
}

const columns = ['yield', 'risk', 'liquidity'] as const;

/** Sixth section of the home page: passive earnings in three columns, each under its own wave drawing. */
function EarnFloor() {
  const t = useTranslations('home.earn');
  return (
    <section className="overflow-clip border-t border-line pt-14 md:pt-20 lg:pt-32">
      <div className="page-grid">
        <FloorTitle title={t('title')} lead={t('lead')} className="lg:col-span-7 lg:col-start-2" />
      </div>
      <ArtPicture
        art={watersSketch}
        sheet={homeSheet}
        label={t('picture')}
        fit="xMaxYMid slice"
        className="h-40 w-full text-tide md:h-72 lg:-mt-12 lg:h-96"
      />
      <div className="page-grid gap-y-10 pb-14 md:pb-20 lg:pb-32">
        {columns.map((name, i) => (
          <article
            key={name}
            className={`relative border-t-2 border-water pt-5 lg:col-span-4 ${i === 0 ? 'lg:col-start-2' : ''}`}
          >
            <h3 className="text-xl">
              <ClaimLink claim={`earn.${name}`}>{t(`${name}.title`)}</ClaimLink>{' '}
              <PlannedTag claim={`earn.${name}`} />
            </h3>
            <p className="mt-3 max-w-[28em] text-muted">{t(`${name}.text`)}</p>
          </article>
        ))}
        <p className="text-sm text-muted lg:col-span-8 lg:col-start-2">{t('tip')}</p>
      </div>
    </section>
  );
}

/** The home page with its sections in order (HOME-1, HOME-4). */
export function HomePage() {
  return (
    <>
      <HomeBanner />
      <Moments />
      <NutshellFloor />
      <WalletFloor />
      <CardFloor />
      <HubFloor />
      <SecurityFloor />
      <WhyFloor />
      <EarnFloor />
      <FinanceFloor />
    </>
  );
}
