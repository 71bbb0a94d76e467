import { notify } from '@/lib/browser/notices';
import type { Rule, ValidationProblem } from './rules';
import type { ValidationWording } from './wording';

/**
 * The first problem that the rules find in their order, or null (VAL-1). It is shown as a warning unless `silent`:
 * then the caller shows it.
 */
export function validate(
  value: string,
  rules: readonly Rule[],
  { wording, silent = false }: { wording: ValidationWording; silent?: boolean },
): ValidationProblem | null {
  for (const rule of rules) {
    const problem = rule(value);
    if (problem === null) continue;
    if (!silent) notify('warning', wording[problem]);
    return problem;
  }
  return null;
}
