import { frameHandler } from '@/lib/server/card/frame/frame-handler';
import { pinPage } from '@/lib/server/card/frame/frame-page';

export const dynamic = 'force-dynamic';

export const GET = frameHandler('The page in which a new PIN is typed and encrypted for the issuer', pinPage);
