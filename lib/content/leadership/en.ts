import type { Leader } from '../types';

/** Sample people with invented names and biographies. The page marks them as samples. */
export const leadershipEn: readonly Leader[] = [
  {
    key: 'rowan-ashdown',
    img: { seed: 7, hair: 'short', alt: 'Line drawing of Rowan Ashdown' },
    label: 'Rowan Ashdown',
    name: 'Senior advisor, commodities and trade',
    text: [
      'Rowan Ashdown advises on the financing and movement of metals and soft commodities. This sample biography covers three decades on trading floors and in ports. The main lesson: a cargo is worth no more than its documents.',
      'Before Tidewell, Rowan set up a warehouse-receipt program for small growers and led the settlement desk of a metals trader. At Tidewell, Rowan reviews every deal from the position of the party with the least protection.',
      'Rowan teaches an annual course on trade documents and keeps bees.',
    ],
    show: true,
  },
  {
    key: 'mei-lin-tsao',
    img: { seed: 23, hair: 'bob', alt: 'Line drawing of Mei-lin Tsao' },
    label: 'Mei-lin Tsao',
    name: 'Senior advisor, infrastructure and asset management',
    text: [
      'Mei-lin Tsao advises on infrastructure and the long-term management of real assets. In this sample biography, Mei-lin trained as a civil engineer and became an investor after seeing many sound designs fail because of their contracts.',
      'Mei-lin has served on the boards of a water utility and a port operator, and has written reporting standards for farmland owners. At Tidewell, Mei-lin focuses on conditions on site: soil, tides, tenants and maintenance.',
      'On weekends, Mei-lin hikes along the coast and sketches bridges.',
    ],
    show: true,
  },
];
