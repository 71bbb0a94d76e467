import { useTranslations } from 'next-intl';
import { HeadingText } from '../heading-text';
import { FloorTitle } from './floor-title';
import { ChatMock } from './mock/chat-mock';
import { PlannedTag } from './planned-tag';
import { PointList } from './point-list';

const points = [
  { name: 'calls', claim: 'voiceCalls' },
  { name: 'messages', claim: 'messages' },
  { name: 'dapps', claim: 'dapps' },
] as const;

/** Floor three, third and fourth feature: the communication hub, and the transfer inside a chat. */
export function HubFloor() {
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
