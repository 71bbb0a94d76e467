import { z } from 'zod';
import { bare } from '@/lib/server/http/call-description';
import { CONFIG_CACHE } from '@/lib/server/http/methods';
import { type ApiRoutes, describeApi } from '@/lib/server/http/openapi/document';

/** All API routes. A test fails if this list is incomplete or outdated. */
export const apiRoutes: ApiRoutes = {
  '/article/detail/{id}': () => import('../article/detail/[id]/route'),
  '/article/type/ordinary': () => import('../article/type/ordinary/route'),
  '/article/unreadCount': () => import('../article/unreadCount/route'),
  '/card/create': () => import('../card/create/route'),
  '/card/dispute': () => import('../card/dispute/route'),
  '/card/ephemeralKey': () => import('../card/ephemeralKey/route'),
  '/card/frame': () => import('../card/frame/route'),
  '/card/issuer/decision': () => import('../card/issuer/decision/route'),
  '/card/issuer/events': () => import('../card/issuer/events/route'),
  '/card/list': () => import('../card/list/route'),
  '/card/pin': () => import('../card/pin/route'),
  '/card/pinFrame': () => import('../card/pinFrame/route'),
  '/card/purchases': () => import('../card/purchases/route'),
  '/card/settleOwed': () => import('../card/settleOwed/route'),
  '/card/statement': () => import('../card/statement/route'),
  '/card/stream': () => import('../card/stream/route'),
  '/card/update': () => import('../card/update/route'),
  '/card/withdrawal': () => import('../card/withdrawal/route'),
  '/card/withdrawalSignature': () => import('../card/withdrawalSignature/route'),
  '/coin/all': () => import('../coin/all/route'),
  '/coin/dailyPrices': () => import('../coin/dailyPrices/route'),
  '/coin/history': () => import('../coin/history/route'),
  '/coin/list': () => import('../coin/list/route'),
  '/coin/pricing': () => import('../coin/pricing/route'),
  '/coin/pricing/stream': () => import('../coin/pricing/stream/route'),
  '/coin/{id}': () => import('../coin/[id]/route'),
  '/config/chainMapping': () => import('../config/chainMapping/route'),
  '/config/clearSigning': () => import('../config/clearSigning/route'),
  '/config/contractAddressList': () => import('../config/contractAddressList/route'),
  '/config/currencyList': () => import('../config/currencyList/route'),
  '/config/getLangList': () => import('../config/getLangList/route'),
  '/config/pricing': () => import('../config/pricing/route'),
  '/config/reported': () => import('../config/reported/route'),
  '/config/website': () => import('../config/website/route'),
  '/csp-report': () => import('../csp-report/route'),
  '/deposit/verifyTx': () => import('../deposit/verifyTx/route'),
  '/erc7730/{chainId}/{file}': () => import('../erc7730/[chainId]/[file]/route'),
  '/health/live': () => import('../health/live/route'),
  '/health/ready': () => import('../health/ready/route'),
  '/messages/acknowledge': () => import('../messages/acknowledge/route'),
  '/messages/block': () => import('../messages/block/route'),
  '/messages/blocks': () => import('../messages/blocks/route'),
  '/messages/commit': () => import('../messages/commit/route'),
  '/messages/device': () => import('../messages/device/route'),
  '/messages/device/revoke': () => import('../messages/device/revoke/route'),
  '/messages/iceServers': () => import('../messages/iceServers/route'),
  '/messages/image': () => import('../messages/image/route'),
  '/messages/inbox': () => import('../messages/inbox/route'),
  '/messages/keyPackages': () => import('../messages/keyPackages/route'),
  '/messages/keyPackages/claim': () => import('../messages/keyPackages/claim/route'),
  '/messages/log': () => import('../messages/log/route'),
  '/messages/report': () => import('../messages/report/route'),
  '/messages/send': () => import('../messages/send/route'),
  '/messages/stream': () => import('../messages/stream/route'),
  '/metrics': () => import('../metrics/route'),
  '/nft/media': () => import('../nft/media/route'),
  '/nft/metadata': () => import('../nft/metadata/route'),
  '/openapi.json': async () => ({ GET: openApiDocument }),
  '/pledge/verifyTx': () => import('../pledge/verifyTx/route'),
  '/presale/verifyTx': () => import('../presale/verifyTx/route'),
  '/preview': () => import('../preview/route'),
  '/preview/exit': () => import('../preview/exit/route'),
  '/preview/language': () => import('../preview/language/route'),
  '/push/subscribe': () => import('../push/subscribe/route'),
  '/push/unsubscribe': () => import('../push/unsubscribe/route'),
  '/tokenlist.json': () => import('../tokenlist.json/route'),
  '/transfer/cancel': () => import('../transfer/cancel/route'),
  '/transfer/quote': () => import('../transfer/quote/route'),
  '/transfer/send': () => import('../transfer/send/route'),
  '/transfer/status': () => import('../transfer/status/route'),
  '/transfer/verifyTx': () => import('../transfer/verifyTx/route'),
  '/upload/avatar': () => import('../upload/avatar/route'),
  '/user/endOtherSessions': () => import('../user/endOtherSessions/route'),
  '/user/generateNonce': () => import('../user/generateNonce/route'),
  '/user/info': () => import('../user/info/route'),
  '/user/inviter': () => import('../user/inviter/route'),
  '/user/login': () => import('../user/login/route'),
  '/user/logout': () => import('../user/logout/route'),
  '/user/name': () => import('../user/name/route'),
  '/user/sessions': () => import('../user/sessions/route'),
  '/wallet/activity': () => import('../wallet/activity/route'),
  '/withdraw/config': () => import('../withdraw/config/route'),
};

const answers = {
  200: {
    description: 'OpenAPI 3.1',
    mediaType: 'application/json',
    schema: z.looseObject({ openapi: z.string() }),
  },
};

let document: ReturnType<typeof describeApi> | undefined;

/** Serves the OpenAPI document, which describes every route including this one. Other sites may read it. */
export const openApiDocument = bare('This document', answers, async () => {
  document ??= describeApi(apiRoutes);
  return Response.json(await document, {
    headers: { 'Access-Control-Allow-Origin': '*', ...CONFIG_CACHE },
  });
});
