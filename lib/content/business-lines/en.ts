import type { BusinessLines } from '../types';

export const businessLinesEn: BusinessLines = {
  1: {
    value: 1,
    img: { motif: 'strata', seed: 11, alt: 'Beds of ore broken by faults, and a stack of bars' },
    phone_img: { motif: 'strata', seed: 12, alt: 'Beds of ore broken by faults, and a stack of bars' },
    label: 'Commodities finance and delivery',
    info: 'Working capital for the people who mine, grow and refine, and the logistics that bring each cargo to its buyer.',
    arr: [
      {
        key: 'finance',
        title: 'How we finance',
        list: [
          'Prepayment and pre-export facilities against signed offtake contracts',
          'Inventory finance on graded stock in approved warehouses',
          'Discounting of receivables from insured, inspected cargoes',
          'Letters of credit and standby guarantees through partner banks',
        ],
      },
      {
        key: 'delivery',
        title: 'How we deliver',
        list: [
          'Independent sampling and assay at loading and again at discharge',
          'Freight, storage and marine insurance under a single contract',
          'Title documents held in custody until payment has cleared',
          'Settlement in bank money or stablecoins, as both sides agree',
        ],
      },
    ],
    infoArr: [
      {
        key: 'metals',
        title: 'Base and precious metals',
        img: { motif: 'ingots', seed: 111, alt: 'A stack of cast bars above water' },
        phone_img: { motif: 'ingots', seed: 112, alt: 'A stack of cast bars above water' },
        list: [
          'Copper, aluminium, zinc, gold and silver, from concentrate to finished bar.',
          'Each lot is traced from mine gate to vault by its assay certificate.',
        ],
      },
      {
        key: 'softs',
        title: 'Soft commodities',
        img: { motif: 'furrows', seed: 121, alt: 'Furrows running to the horizon' },
        phone_img: { motif: 'furrows', seed: 122, alt: 'Furrows running to the horizon' },
        list: [
          'Coffee, cocoa, sugar, grains and cotton, financed through the season.',
          'Repayment follows the harvest, so a grower need not sell into a glut.',
        ],
      },
      {
        key: 'logistics',
        title: 'Storage and shipping',
        img: { motif: 'containers', seed: 131, alt: 'A ship laden with containers' },
        phone_img: { motif: 'containers', seed: 132, alt: 'A ship laden with containers' },
        list: [
          'Warehouses, tank farms and tonnage booked with the finance, not after it.',
          'One desk answers for the cargo until the buyer signs for it.',
        ],
      },
    ],
    bottomArr: [
      {
        key: 'trading',
        title: 'Our own trading arm',
        list: [
          'Beside financing others, we trade for our own account. The desk specialises in metals and soft commodities, the markets it knows from both sides of the contract.',
          'It works on its own credit lines, kept apart from client facilities and from every wallet balance.',
          'Where a trade is larger than our own book should carry, we may invite funding partners to join it on the same terms we accept ourselves.',
        ],
      },
    ],
  },
  2: {
    value: 2,
    img: { motif: 'spans', seed: 21, alt: 'The cables of a long bridge' },
    phone_img: { motif: 'spans', seed: 22, alt: 'The cables of a long bridge' },
    label: 'Infrastructure finance and development',
    info: 'Capital and engineering judgement for the works a place depends on, from the first survey to decades of service.',
    arr: [
      {
        key: 'finance',
        title: 'Where our capital enters',
        list: [
          'Early development: surveys, permits, land and design',
          'Bridge facilities that carry a project to financial close',
          'Construction and equipment finance, drawn against milestones',
          'Refinancing of operating assets with long-dated income',
        ],
      },
      {
        key: 'development',
        title: 'How a project is developed',
        list: [
          'A technical review by engineers who do not earn from the outcome',
          'Contracts that place each risk with the party able to control it',
          'Local employment and environmental terms written into the loan',
          'Progress reported each month against cost, time and safety',
        ],
      },
    ],
    infoArr: [
      {
        key: 'power',
        title: 'Power and grids',
        img: { motif: 'wires', seed: 211, alt: 'Transmission lines between pylons' },
        phone_img: { motif: 'wires', seed: 212, alt: 'Transmission lines between pylons' },
        list: [
          'Solar, wind, hydro and storage, together with the lines that connect them.',
          'Income from long contracts with creditworthy buyers of the power.',
        ],
      },
      {
        key: 'transport',
        title: 'Ports, roads and rail',
        img: { motif: 'spans', seed: 221, alt: 'The cables of a bridge gathering on its towers' },
        phone_img: { motif: 'spans', seed: 222, alt: 'The cables of a bridge gathering on its towers' },
        list: [
          'Berths, bridges, freight yards and the short links that were missing between them.',
          'Sized on measured traffic, not on hoped-for traffic.',
        ],
      },
      {
        key: 'water',
        title: 'Water and waste',
        img: { motif: 'current', seed: 231, alt: 'A current parting around stones' },
        phone_img: { motif: 'current', seed: 232, alt: 'A current parting around stones' },
        list: [
          'Treatment, desalination, drainage and recovery of energy from waste.',
          'Built in stages, so that a town pays for the capacity it uses.',
        ],
      },
    ],
    bottomArr: [],
  },
  3: {
    value: 3,
    img: { motif: 'traces', seed: 31, alt: 'The traces of a circuit' },
    phone_img: { motif: 'traces', seed: 32, alt: 'The traces of a circuit' },
    label: 'Technologies financing and market access',
    info: 'For companies whose product already works and whose next step is a factory, a licence or a country.',
    arr: [
      {
        key: 'finance',
        title: 'Financing that fits the product',
        list: [
          'Growth loans against contracted or recurring revenue',
          'Leases for machines, servers and test equipment',
          'Advances on licences, royalties and grants already awarded',
          'Minority investment beside a lead investor',
        ],
      },
      {
        key: 'access',
        title: 'A way into new markets',
        list: [
          'A local partner who has sold to the same buyers before',
          'Help with certification, customs codes and data rules',
          'Pilot sites in the infrastructure we already finance',
          'First orders paid on delivery, with the credit risk on us',
        ],
      },
    ],
    infoArr: [
      {
        key: 'energy',
        title: 'Clean energy and storage',
        img: { motif: 'cells', seed: 311, alt: 'Packed battery cells seen from above' },
        phone_img: { motif: 'cells', seed: 312, alt: 'Packed battery cells seen from above' },
        list: [
          'Cells, inverters, meters and the software that balances them.',
          'A proven pilot becomes an order book through our own projects.',
        ],
      },
      {
        key: 'automation',
        title: 'Automation and sensing',
        img: { motif: 'traces', seed: 321, alt: 'Signal traces branching off to their nodes' },
        phone_img: { motif: 'traces', seed: 322, alt: 'Signal traces branching off to their nodes' },
        list: [
          'Robotics, inspection and control for mines, ports and plants.',
          'Paid from the savings that both sides measure.',
        ],
      },
      {
        key: 'payments',
        title: 'Payments and digital assets',
        img: { motif: 'links', seed: 331, alt: 'Two linked rings of many strands' },
        phone_img: { motif: 'links', seed: 332, alt: 'Two linked rings of many strands' },
        list: [
          'Wallets, settlement and tokenised documents of title.',
          'We finance only what we would settle our own cargoes with.',
        ],
      },
    ],
    bottomArr: [],
  },
  4: {
    value: 4,
    img: { motif: 'rings', seed: 41, alt: 'Growth rings' },
    phone_img: { motif: 'rings', seed: 42, alt: 'Growth rings' },
    label: 'Asset management for real assets',
    info: 'Land, buildings, machines and metal, held for owners who want to know what they own and how it is doing.',
    arr: [
      {
        key: 'manage',
        title: 'What we look after',
        list: [
          'Selection and purchase, with title and condition checked on site',
          'Day-to-day operation: tenants, crops, maintenance and insurance',
          'Financing kept within limits that owners set in writing',
          'Sale or transfer, planned from the day of purchase',
        ],
      },
      {
        key: 'report',
        title: 'What owners see',
        list: [
          'Assets held in separate vehicles, never mixed with our own',
          'Valuation by an outside expert at least once a year',
          'Quarterly reports with income, cost and cash for every asset',
          'Our fees in one table, each with the sum it came to',
        ],
      },
    ],
    infoArr: [
      {
        key: 'property',
        title: 'Income property',
        img: { motif: 'storeys', seed: 411, alt: 'The storeys of a building seen at its corner' },
        phone_img: { motif: 'storeys', seed: 412, alt: 'The storeys of a building seen at its corner' },
        list: ['Warehouses, workshops and offices with tenants in place.', 'Rent first, resale second.'],
      },
      {
        key: 'land',
        title: 'Farmland and forest',
        img: { motif: 'rings', seed: 421, alt: 'The growth rings of a tree' },
        phone_img: { motif: 'rings', seed: 422, alt: 'The growth rings of a tree' },
        list: [
          'Leased to people who farm it, under terms that keep the soil in heart.',
          'Timber is cut no faster than it grows.',
        ],
      },
      {
        key: 'stores',
        title: 'Metals in custody',
        img: { motif: 'vault', seed: 431, alt: 'Bars on the shelves of a vault' },
        phone_img: { motif: 'vault', seed: 432, alt: 'Bars on the shelves of a vault' },
        list: [
          'Allocated bars, each listed by its number.',
          'Available as paper title or as tokens on a public chain.',
        ],
      },
    ],
    bottomArr: [],
  },
};
