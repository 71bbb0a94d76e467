import { useTranslations } from 'next-intl';
import { Icon } from '@/components/ui/icon';
import { PORTRAIT, type Portrait, portrait } from '@/lib/art/portrait';
import type { Leader } from '@/lib/content/types';
import { BioDialogButton } from './bio-dialog-button';

interface PortraitPictureProps extends Portrait {
  /** Name of the person in the portrait, for assistive technology. */
  label: string;
  className?: string;
}

/** A generic portrait drawn with hatching, at a 6:7 aspect ratio. */
function PortraitPicture({ label, className, ...person }: PortraitPictureProps) {
  const { shapes, hatches } = portrait(person);
  const id = `portrait-${person.seed}`;
  const clip = (name: keyof typeof shapes) => `url(#${id}-${name})`;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`40 120 ${PORTRAIT.width - 80} ${PORTRAIT.height - 120}`}
      fill="none"
      stroke="currentColor"
      className={className}
      focusable="false"
    >
      <defs>
        {Object.entries(shapes).map(([name, d]) => (
          <clipPath key={name} id={`${id}-${name}`}>
            <path d={d} />
          </clipPath>
        ))}
      </defs>
      <path d={hatches.back} className="text-line" strokeWidth="2" />
      <path d={shapes.neck + shapes.hair + shapes.jacket} className="fill-raised" stroke="none" />
      <path d={hatches.skin + hatches.shadow} clipPath={clip('neck')} strokeWidth="2" />
      <path d={shapes.face} className="fill-raised" stroke="none" />
      <path d={hatches.skin} clipPath={clip('face')} strokeWidth="2" />
      <g clipPath={clip('face')}>
        <path d={hatches.shadow} clipPath={clip('shadow')} strokeWidth="2.4" />
      </g>
      <path d={shapes.hair} className="fill-raised" stroke="none" />
      <path d={hatches.hair} clipPath={clip('hair')} strokeWidth="4" />
      <path d={hatches.jacket} clipPath={clip('jacket')} strokeWidth="3.6" />
      <path d={shapes.shirt} className="fill-raised" strokeWidth="2" />
    </svg>
  );
}

/**
 * Card of an advisor (ABOUT-1, ABOUT-2). From 768 px, and without JavaScript, the bio is an inline disclosure. On
 * smaller screens, a button opens it in a dialog.
 */
export function LeaderCard({ leader }: { leader: Leader }) {
  const t = useTranslations('about');
  const { alt, ...person } = leader.img;
  const bio = leader.text.map((paragraph) => (
    <p key={paragraph} className="measure mt-4">
      {paragraph}
    </p>
  ));
  const opener = 'inline-flex min-h-11 items-center gap-2 underline underline-offset-4 text-water';
  return (
    <article
      aria-labelledby={leader.key}
      className="border-t border-line pt-6 lg:grid lg:grid-cols-[14rem_1fr] lg:gap-x-8"
    >
      <PortraitPicture
        {...person}
        label={alt}
        className="w-48 rounded-soft border border-line bg-paper lg:w-full"
      />
      <div>
        <h3 id={leader.key} className="mt-5 font-display text-2xl lg:mt-0">
          {leader.label}
        </h3>
        <p className="mt-1 text-muted">{leader.name}</p>
        <BioDialogButton
          title={leader.label}
          action={t('readBio')}
          actionLabel={t('readBioOf', { name: leader.label })}
          closeLabel={t('closeBio')}
          className={`mt-2 md:hidden no-script:hidden ${opener}`}
        >
          {bio}
        </BioDialogButton>
        <details className="group mt-2 max-md:hidden no-script:block">
          <summary className={`list-none [&::-webkit-details-marker]:hidden ${opener}`}>
            {t('readBio')}
            <span className="sr-only">: {leader.label}</span>
            <Icon path="m5 8 5 5 5-5" size={20} className="transition-transform group-open:rotate-180" />
          </summary>
          {bio}
        </details>
      </div>
    </article>
  );
}
