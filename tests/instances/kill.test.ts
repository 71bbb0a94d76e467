import { survivesKills } from '../support/kill-rounds';

// `npm run test:kill` does it 20 times.
survivesKills(3);
