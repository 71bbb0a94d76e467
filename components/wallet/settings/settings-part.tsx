import { type ReactNode, useId } from 'react';

/** A titled part of the settings page. */
export function SettingsPart({
  title,
  about,
  children,
}: {
  title: string;
  about?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid content-start gap-3 border-t border-line pt-5">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {about ? <p className="measure text-sm text-muted">{about}</p> : null}
      {children}
    </section>
  );
}
