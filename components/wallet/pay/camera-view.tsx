import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { Button } from '@/components/ui/button';
import { useCamera } from './use-camera';

/** Camera preview with a button. No image leaves the device. */
export function CameraView({ onText }: { onText: (text: string) => void }) {
  const t = useTranslations('wallet.pay.camera');
  const video = useRef<HTMLVideoElement>(null);
  const { state, problem, start, stop } = useCamera(video, onText);
  const isOff = state === 'off';
  return (
    <div className="grid gap-4">
      <div className={isOff ? 'hidden' : 'relative'}>
        <video
          ref={video}
          aria-label={t('label')}
          muted
          playsInline
          className="aspect-[4/3] w-full rounded-sharp bg-sunken object-cover"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-[15%] rounded-soft border-2 border-on-water"
        />
      </div>
      <Button variant={isOff ? 'primary' : 'outline'} onClick={isOff ? () => void start() : stop}>
        {t(isOff ? 'start' : 'stop')}
      </Button>
      <p role="status" className="text-center text-sm text-muted empty:hidden">
        {isOff ? '' : t(state)}
      </p>
      {problem ? (
        <p role="alert" className="border-s-2 border-warning ps-3 text-sm">
          {t(`problem.${problem}`)}
        </p>
      ) : null}
    </div>
  );
}
