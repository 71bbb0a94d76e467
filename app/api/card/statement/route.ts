import { statementHandler } from '@/lib/server/card/api/money/statement-handler';
import { methods } from '@/lib/server/http/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({ GET: statementHandler() });
