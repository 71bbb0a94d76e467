/** Parameters of an address that set the visit (SITE-11); lib/preferences/visit-script.ts says what each may be. */
export const VISIT_PARAMETERS = ['embed', 'lang', 'theme', 'currency'] as const;

export type VisitParameter = (typeof VISIT_PARAMETERS)[number];
