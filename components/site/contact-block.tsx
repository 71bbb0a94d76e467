import { buttonClass } from '@/components/ui/button';
import { routes } from '@/lib/routes';
import { TideBanner } from './art/tide-banner';
import { SiteLink } from './site-link';

/** The closing block of a page: a question, a sentence, the way to the contact page. */
export function ContactBlock({ title, text, link }: { title: string; text: string; link: string }) {
  return (
    <section className="page-grid relative isolate overflow-clip border-t border-line bg-sunken py-16 md:py-24">
      <TideBanner
        seed={8}
        lines={18}
        width={1600}
        height={700}
        left={[1.03, 1.08]}
        right={[-0.02, 1.05]}
        swell={0.04}
        fit="none"
        className="absolute inset-y-0 end-0 -z-10 hidden h-full w-3/5 text-water [grid-column:bleed] md:block"
      />
      <div className="md:col-span-6 md:col-start-2">
        <h2 className="font-display text-3xl">{title}</h2>
        <p className="measure mt-4 text-lg text-muted">{text}</p>
        <SiteLink
          href={routes.contact}
          className={buttonClass({ variant: 'signal', size: 'large', className: 'mt-8' })}
        >
          {link}
        </SiteLink>
      </div>
    </section>
  );
}
