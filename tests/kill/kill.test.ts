import { survivesKills } from '../support/kill-rounds';

survivesKills(20);
