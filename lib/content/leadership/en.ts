import type { Leader } from '../types';

/** Sample people: invented names and lives, marked as such on the page. */
export const leadershipEn: readonly Leader[] = [
  {
    key: 'rowan-ashdown',
    img: { seed: 7, hair: 'short', alt: 'Line drawing of Rowan Ashdown' },
    label: 'Rowan Ashdown',
    name: 'Senior advisor, commodities and trade',
    text: [
      'Rowan Ashdown advises on the financing and movement of metals and soft commodities. In this sample biography, three decades on trading floors and quaysides taught one lesson above others: a cargo is only as good as the paper that travels with it.',
      'Before Tidewell, Rowan set up a warehouse-receipt scheme for small growers and led the settlement desk of a metals house. At Tidewell the task is to read every structure the way the party with the least protection would.',
      'Rowan teaches a yearly course on trade documents and keeps bees.',
    ],
    show: true,
  },
  {
    key: 'mei-lin-tsao',
    img: { seed: 23, hair: 'bob', alt: 'Line drawing of Mei-lin Tsao' },
    label: 'Mei-lin Tsao',
    name: 'Senior advisor, infrastructure and asset management',
    text: [
      'Mei-lin Tsao advises on infrastructure and on the long care of real assets. In this sample biography, a civil engineer by training became an investor after noticing how many sound designs failed on their contracts rather than on their concrete.',
      'Mei-lin has sat on the boards of a water utility and a port operator, and has written reporting standards for owners of farmland. At Tidewell the work begins where a plan meets the site: soil, tide, tenants and maintenance.',
      'Weekends are for walking coastlines and sketching bridges.',
    ],
    show: true,
  },
];
