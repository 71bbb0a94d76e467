import { useLocale } from 'next-intl';
import { Fragment } from 'react';
import { hanWords } from '@/lib/i18n/han-words';

/** The text of a large heading: a Chinese one may turn between words where its line has no room, not inside one. */
export function HeadingText({ children }: { children: string }) {
  if (useLocale() !== 'zh-Hant') return children;
  return hanWords(children).map(({ index, text }) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {text}
    </Fragment>
  ));
}
