import { useTranslations } from 'next-intl';
import { guideSteps } from './guide-steps';

/** What can be said: a step's own words, how its page is used, or how it stands with the step. */
const guideWords = [...guideSteps, 'swapHere', 'stakeHere', 'empty', 'waiting', 'finished'] as const;
export type GuideWord = (typeof guideWords)[number];

/** One of the words, in room for the longest of them. */
export function GuideWords({ shown, position }: { shown: GuideWord; position: string }) {
  const t = useTranslations('wallet.guide');
  return (
    <div className="guide-words">
      {guideWords.map((word) => (
        <div key={word} className={word === shown ? undefined : 'invisible'}>
          <p className="font-[550]">
            {t(`title.${word}`)}
            <span className="ms-2 text-xs font-normal whitespace-nowrap text-muted">{position}</span>
          </p>
          <p className="measure text-sm text-muted">{t(`why.${word}`)}</p>
        </div>
      ))}
    </div>
  );
}
