import type { BusinessLines } from '../types';

export const businessLinesEn: BusinessLines = {
  1: {
    value: 1,
    img: { motif: 'strata', seed: 11, alt: 'Beds of ore broken by faults, and a stack of bars' },
    phone_img: { motif: 'strata', seed: 12, alt: 'Beds of ore broken by faults, and a stack of bars' },
    label: 'Commodities finance and delivery',
    info: 'Working capital for miners, growers and refiners, and the logistics to deliver each cargo to its buyer.',
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
          'Settlement by bank transfer or in stablecoins, as both sides agree',
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
          'Copper, aluminum, zinc, gold and silver, from concentrate to finished bar.',
          'An assay certificate traces each lot from the mine to the vault.',
        ],
      },
      {
        key: 'softs',
        title: 'Soft commodities',
        img: { motif: 'furrows', seed: 121, alt: 'Furrows running to the horizon' },
        phone_img: { motif: 'furrows', seed: 122, alt: 'Furrows running to the horizon' },
        list: [
          'Coffee, cocoa, sugar, grains and cotton, financed through the season.',
          "Repayment is due after the harvest, so growers don't have to sell when prices are low.",
        ],
      },
      {
        key: 'logistics',
        title: 'Storage and shipping',
        img: { motif: 'containers', seed: 131, alt: 'A ship laden with containers' },
        phone_img: { motif: 'containers', seed: 132, alt: 'A ship laden with containers' },
        list: [
          'Warehouses, tanks and vessel space are booked together with the financing.',
          'One point of contact is responsible for the cargo until the buyer signs for it.',
        ],
      },
    ],
    bottomArr: [
      {
        key: 'trading',
        title: 'Our own trading arm',
        list: [
          'In addition to financing others, we trade for our own account. The desk specializes in metals and soft commodities, where it works as both buyer and seller.',
          'It uses its own credit lines, separate from client facilities and from all wallet balances.',
          'If a trade is too large for our own book, we may invite funding partners to join it on the same terms that we accept.',
        ],
      },
    ],
  },
  2: {
    value: 2,
    img: { motif: 'spans', seed: 21, alt: 'The cables of a long bridge' },
    phone_img: { motif: 'spans', seed: 22, alt: 'The cables of a long bridge' },
    label: 'Infrastructure finance and development',
    info: 'Capital and engineering expertise for essential infrastructure, from the first survey through decades of operation.',
    arr: [
      {
        key: 'finance',
        title: 'What we finance',
        list: [
          'Early development: surveys, permits, land and design',
          'Bridge loans that fund a project until financial close',
          'Construction and equipment finance, drawn against milestones',
          'Refinancing of operating assets with long-term income',
        ],
      },
      {
        key: 'development',
        title: 'How we develop projects',
        list: [
          'Technical review by engineers with no stake in the outcome',
          'Contracts that assign each risk to the party best able to control it',
          'Local employment and environmental terms in the loan agreement',
          'Monthly progress reports on cost, schedule and safety',
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
          'Solar, wind, hydro and storage, and the lines that connect them.',
          'Income from long-term contracts with creditworthy power buyers.',
        ],
      },
      {
        key: 'transport',
        title: 'Ports, roads and rail',
        img: { motif: 'spans', seed: 221, alt: 'The cables of a bridge gathering on its towers' },
        phone_img: { motif: 'spans', seed: 222, alt: 'The cables of a bridge gathering on its towers' },
        list: [
          'Berths, bridges, freight yards and the missing short links between them.',
          'Sized for measured traffic, not for optimistic forecasts.',
        ],
      },
      {
        key: 'water',
        title: 'Water and waste',
        img: { motif: 'current', seed: 231, alt: 'A current parting around stones' },
        phone_img: { motif: 'current', seed: 232, alt: 'A current parting around stones' },
        list: [
          'Water treatment, desalination, drainage and energy from waste.',
          'Built in stages, so a town pays only for the capacity it uses.',
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
    info: 'For companies with a working product whose next step is a factory, a license or a new country.',
    arr: [
      {
        key: 'finance',
        title: 'Financing that fits the product',
        list: [
          'Growth loans against contracted or recurring revenue',
          'Leases for machines, servers and test equipment',
          'Advances on licenses, royalties and grants already awarded',
          'Minority investment alongside a lead investor',
        ],
      },
      {
        key: 'access',
        title: 'Access to new markets',
        list: [
          'Introductions to local partners who have sold to the same buyers',
          'Help with certification, customs codes and data rules',
          'Pilot sites in the infrastructure we already finance',
          'First orders paid on delivery, while we take the credit risk',
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
          'Proven pilots lead to orders from our own projects.',
        ],
      },
      {
        key: 'automation',
        title: 'Automation and sensing',
        img: { motif: 'traces', seed: 321, alt: 'Signal traces branching off to their nodes' },
        phone_img: { motif: 'traces', seed: 322, alt: 'Signal traces branching off to their nodes' },
        list: [
          'Robotics, inspection and control for mines, ports and plants.',
          'Paid for out of the savings that both sides measure.',
        ],
      },
      {
        key: 'payments',
        title: 'Payments and digital assets',
        img: { motif: 'links', seed: 331, alt: 'Two linked rings of many strands' },
        phone_img: { motif: 'links', seed: 332, alt: 'Two linked rings of many strands' },
        list: [
          'Wallets, settlement and tokenized documents of title.',
          'We only finance technology that we would use to settle our own cargoes.',
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
    info: 'Land, buildings, machines and metals, held and managed for owners, with regular reports on every asset.',
    arr: [
      {
        key: 'manage',
        title: 'What we manage',
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
          'All our fees in one table, with the amount of each',
        ],
      },
    ],
    infoArr: [
      {
        key: 'property',
        title: 'Income property',
        img: { motif: 'storeys', seed: 411, alt: 'The floors of a building seen from its corner' },
        phone_img: { motif: 'storeys', seed: 412, alt: 'The floors of a building seen from its corner' },
        list: [
          'Warehouses, workshops and offices with tenants in place.',
          'We buy for rental income first and resale value second.',
        ],
      },
      {
        key: 'land',
        title: 'Farmland and forest',
        img: { motif: 'rings', seed: 421, alt: 'The growth rings of a tree' },
        phone_img: { motif: 'rings', seed: 422, alt: 'The growth rings of a tree' },
        list: [
          'Leased to working farmers under terms that protect the soil.',
          'Timber is cut no faster than it grows.',
        ],
      },
      {
        key: 'stores',
        title: 'Metals in custody',
        img: { motif: 'vault', seed: 431, alt: 'Bars on the shelves of a vault' },
        phone_img: { motif: 'vault', seed: 432, alt: 'Bars on the shelves of a vault' },
        list: [
          'Allocated bars, each listed by its serial number.',
          'Available as paper title or as tokens on a public chain.',
        ],
      },
    ],
    bottomArr: [],
  },
};
