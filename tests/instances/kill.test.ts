import { survivesKills } from '../support/kill-rounds';

// `npm run test:kill` runs 20 rounds.
survivesKills(3);
