import { useTranslations } from 'next-intl';
import { NAME_CHARACTERS, nameProblem, normalizeName } from '@/lib/validation/name';
import { validationWording } from '@/lib/validation/wording';

/** React hook that returns a function to get the text for what is wrong with a typed profile name, or null (WAL-11). */
export function useNameProblem(): (typed: string) => string | null {
  const t = useTranslations('wallet.profile.name');
  const { empty } = validationWording(useTranslations('validation'));
  return (typed) => {
    const problem = nameProblem(normalizeName(typed));
    if (problem === null) return null;
    const wording = {
      empty,
      length: t('length', NAME_CHARACTERS),
      character: t('character'),
      address: t('address'),
    };
    return wording[problem];
  };
}
