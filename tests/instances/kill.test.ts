import { survivesKills } from '../support/kill-rounds';

// Run only three rounds here. `npm run test:kill` runs 20.
survivesKills(3);
