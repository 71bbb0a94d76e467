import type { Leader } from '../types';

/** Sample people with invented names and biographies. The page marks them as samples. */
export const leadershipZhHant: readonly Leader[] = [
  {
    key: 'rowan-ashdown',
    img: { seed: 7, hair: 'short', alt: '艾若恩的線描肖像' },
    label: '艾若恩（Rowan\u00a0Ashdown）',
    name: '資深顧問，大宗商品與貿易',
    text: [
      '艾若恩就金屬與軟性商品的融資及流通提供意見。在這篇範例簡介中，他在交易廳與碼頭邊歷練三十年，體會最深的一點是：貨物的價值，取決於隨貨同行的文件。',
      '加入 Tidewell 之前，他為小農建立倉單融資制度，也主持過一家金屬貿易商的結算部門。在 Tidewell，他的工作是站在保障最少的一方，審視每一項交易架構。',
      '他每年開設一門貿易單據課程，閒時養蜂。',
    ],
    show: true,
  },
  {
    key: 'mei-lin-tsao',
    img: { seed: 23, hair: 'bob', alt: '曹美琳的線描肖像' },
    label: '曹美琳（Mei-lin Tsao）',
    name: '資深顧問，基礎建設與資產管理',
    text: [
      '曹美琳就基礎建設與實體資產的長期照管提供意見。在這篇範例簡介中，她原是土木工程師，因為看到許多優良設計並非敗於混凝土，而是敗於合約，於是轉而投身投資。',
      '她曾任自來水公司與港口營運商的董事，也為農地業主撰寫過報告準則。在 Tidewell，她專看計畫落到現場時的種種：土壤、潮汐、租客與維護。',
      '週末，她喜歡沿著海岸線健行，速寫橋梁。',
    ],
    show: true,
  },
];
