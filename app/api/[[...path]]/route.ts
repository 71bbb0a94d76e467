import { noSuchCall } from '@/lib/server/http/methods';

export const { GET, POST, PUT, PATCH, DELETE } = noSuchCall();
