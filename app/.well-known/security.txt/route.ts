import { securityTxt } from '@/lib/seo/security-txt';

export const dynamic = 'force-static';

/** Serves where to report vulnerabilities. */
export const GET = () =>
  new Response(securityTxt(new Date()), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
