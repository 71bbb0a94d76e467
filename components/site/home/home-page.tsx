import { useTranslations } from 'next-intl';
import { ArtPicture } from '@/components/site/art/art-picture';
import { securityField } from '@/components/site/art/fields';
import { TideBanner } from '@/components/site/art/tide-art';
import { HeadingText } from '@/components/site/heading-text';
import { SiteLink } from '@/components/site/site-link';
import { buttonClass } from '@/components/ui/button';
import { routes } from '@/lib/routes';
import { isLocalDemo } from '@/lib/settings/build-env';
import { FloorTitle, PlannedTag, PointList } from './floor-parts';
import { CardFloor, FinanceFloor, WalletFloor } from './floors';
import { homeSheet } from './home-sheet';
import { ChatMock } from './mock/chat-mock';
import { WalletMock } from './mock/wallet-mock';
import { Moments } from './moments';
import { NutshellFloor } from './nutshell-floor';
import { qrSketch } from './sketches/qr-sketch';
import { watersSketch } from './sketches/wallet-sketches';

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
      <div className="page-grid relative py-36 md:py-48 xl:py-64">
        <div className="lg:col-span-7 lg:col-start-2">
          <h2 className="font-display text-3xl">
            <HeadingText>{t('title')}</HeadingText>
          </h2>
          <p className="mt-6 max-w-[34em] text-lg text-muted">{t('text')}</p>
        </div>
      </div>
    </section>
  );
}

/** The headline with the primary action, or with links to the app at 768 px or less (HOME-1, HOME-2). */
function HomeBanner() {
  const t = useTranslations('home.banner');
  return (
    <section className="relative isolate overflow-clip border-b border-line">
      <div className="page-grid relative items-center gap-y-12 pt-12 pb-12 md:pt-16 lg:min-h-[min(52rem,calc(100svh-4.5rem))] lg:pb-20">
        <div className="lg:col-span-7 lg:col-start-2">
          <h1 className="font-display text-4xl">{t('title')}</h1>
          <p className="mt-6 max-w-[30em] text-lg text-muted">{t('lead')}</p>
          <p className="mt-8 flex flex-wrap gap-4">
            <SiteLink
              href={routes.download}
              className={buttonClass({ variant: 'signal', size: 'large', className: 'not-phone:hidden' })}
            >
              {t('download')}
            </SiteLink>
            <SiteLink
              href={routes.wallet}
              className={buttonClass({
                variant: 'signal',
                size: 'large',
                className: 'phone:border-edge phone:bg-paper phone:text-ink',
              })}
            >
              {t('open')}
            </SiteLink>
            {isLocalDemo ? (
              <SiteLink href={routes.walletDemo} className={buttonClass({ size: 'large' })}>
                {t('demo')}
              </SiteLink>
            ) : null}
          </p>
        </div>
        <WalletMock className="mx-auto w-full max-w-[23rem] lg:col-span-4 lg:col-start-10 lg:me-0" />
      </div>
      {/* Placed after the text, so that the first paint includes the text. */}
      <TideBanner
        seed={7}
        height={1400}
        lines={31}
        steps={13}
        left={[0.9, 0.985]}
        right={[0.02, 1.04]}
        opens={0.3}
        swell={0.045}
        stones={[{ x: 0.8, y: 0.5, width: 0.16, height: 0.3 }]}
        fit="none"
        className="absolute -z-10 inset-x-0 bottom-0 h-[52%] w-full text-tide lg:h-full"
      />
    </section>
  );
}

const rows = [
  { name: 'sent', amount: '250.00' },
  { name: 'fee', amount: '0.00' },
  { name: 'arrives', amount: '250.00' },
] as const;

/** Fifth section of the home page: two reasons to use the wallet. */
function WhyFloor() {
  const t = useTranslations('home.why');
  return (
    <section className="page-grid gap-y-12 py-20 lg:py-32">
      <FloorTitle title={t('title')} className="lg:col-span-6 lg:col-start-2" />
      <article className="grid items-center gap-6 rounded-soft border border-line bg-raised p-6 md:grid-cols-2 lg:col-span-7 lg:col-start-2 lg:p-10">
        <div>
          <h3 className="font-display text-2xl">
            <HeadingText>{t('qr.title')}</HeadingText>
          </h3>
          <p className="mt-4 text-muted">{t('qr.text')}</p>
        </div>
        <ArtPicture art={qrSketch} sheet={homeSheet} className="aspect-[4/3] w-full" />
      </article>
      <article className="flex flex-col rounded-soft bg-water-wash p-6 lg:col-span-5 lg:col-start-9 lg:p-10">
        <h3 className="font-display text-2xl">
          <HeadingText>{t('fees.title')}</HeadingText>
        </h3>
        <p className="mt-4 text-muted">{t('fees.text')}</p>
        <dl className="figures mt-auto pt-8">
          {rows.map(({ name, amount }) => (
            <div key={name} className="flex items-baseline justify-between border-t border-edge py-3">
              <dt className="text-sm text-muted">{t(`fees.${name}`)}</dt>
              <dd className={name === 'fee' ? 'font-display text-3xl' : 'text-lg'}>
                {amount} <span className="text-sm text-muted">USDT</span>
              </dd>
            </div>
          ))}
        </dl>
      </article>
    </section>
  );
}

const points = [
  { name: 'calls', claim: 'voiceCalls' },
  { name: 'messages', claim: 'messages' },
  { name: 'dapps', claim: 'dapps' },
] as const;

/** Third and fourth features in the home page's third section: the communication hub, and transfers in chats. */
function HubFloor() {
  const t = useTranslations('home.hub');
  const transfer = useTranslations('home.transfer');
  return (
    <section className="page-grid gap-y-12 py-20 lg:py-32">
      <div className="lg:col-span-7 lg:col-start-2">
        <FloorTitle title={t('title')} lead={t('lead')} />
        <PointList
          className="mt-8 grid gap-x-8 md:grid-cols-3"
          points={points.map(({ name, claim }) => ({
            title: t(`${name}.title`),
            text: t(`${name}.text`),
            tag: <PlannedTag claim={claim} />,
          }))}
        />
        <div className="mt-12 border-s-2 border-water ps-6 lg:mt-24 lg:ms-[14%]">
          <PlannedTag claim="chatTransfer" />
          <h2 className="font-display text-2xl">
            <HeadingText>{transfer('title')}</HeadingText>
          </h2>
          <p className="mt-4 max-w-[32em] text-lg text-muted">{transfer('text')}</p>
          <p className="mt-4 text-sm text-muted">{transfer('tip')}</p>
        </div>
      </div>
      <ChatMock className="mx-auto w-full max-w-[26rem] self-center lg:col-span-4 lg:col-start-10 lg:me-0" />
    </section>
  );
}

const columns = [{ name: 'yield' }, { name: 'risk', claim: 'riskOptions' }, { name: 'liquidity' }] as const;

/** Sixth section of the home page: passive earnings in three columns, each under its own wave drawing. */
function EarnFloor() {
  const t = useTranslations('home.earn');
  return (
    <section className="overflow-clip border-t border-line pt-20 lg:pt-32">
      <div className="page-grid">
        <FloorTitle title={t('title')} lead={t('lead')} className="lg:col-span-7 lg:col-start-2" />
      </div>
      <ArtPicture
        art={watersSketch}
        sheet={homeSheet}
        label={t('picture')}
        fit="xMaxYMid slice"
        className="h-56 w-full text-tide md:h-72 lg:-mt-12 lg:h-96"
      />
      <div className="page-grid gap-y-10 pb-20 lg:pb-32">
        {columns.map(({ name, ...column }, i) => (
          <article
            key={name}
            className={`border-t-2 border-water pt-5 lg:col-span-4 ${i === 0 ? 'lg:col-start-2' : ''}`}
          >
            <h3 className="text-xl">
              {t(`${name}.title`)} {'claim' in column ? <PlannedTag claim={column.claim} /> : null}
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
