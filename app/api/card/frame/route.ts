import { frameHandler } from '@/lib/server/card/frame/frame-handler';
import { framePage } from '@/lib/server/card/frame/frame-page';

export const dynamic = 'force-dynamic';

export const GET = frameHandler(
  'The page in which the issuer’s script shows the number of a card',
  framePage,
);
