import { PORTRAIT, type Portrait, portrait } from '@/lib/art/portrait';

interface PortraitPictureProps extends Portrait {
  /** Who the drawing stands for. */
  label: string;
  className?: string;
}

/** A bust in hatched lines: a drawing of nobody in particular, 6:7. */
export function PortraitPicture({ label, className, ...person }: PortraitPictureProps) {
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
