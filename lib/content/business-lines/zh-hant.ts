import type { BusinessLines } from '../types';

export const businessLinesZhHant: BusinessLines = {
  1: {
    value: 1,
    img: { motif: 'strata', seed: 11, alt: '被斷層切開的礦層，以及一疊金屬錠' },
    phone_img: { motif: 'strata', seed: 12, alt: '被斷層切開的礦層，以及一疊金屬錠' },
    label: '大宗商品融資與交付',
    info: '為開採、種植與冶煉的人提供營運資金，並安排物流，把每一批貨送到買方手上。',
    arr: [
      {
        key: 'finance',
        title: '如何融資',
        list: [
          '依據已簽訂的承購合約，提供預付款與裝船前融資',
          '以合格倉庫內經分級的存貨作為擔保的存貨融資',
          '貼現經檢驗、已投保貨物所產生的應收帳款',
          '透過合作銀行開立信用狀與擔保信用狀',
        ],
      },
      {
        key: 'delivery',
        title: '如何交付',
        list: [
          '裝貨與卸貨時，各由獨立機構取樣化驗一次',
          '運輸、倉儲與海上保險，一份合約全部涵蓋',
          '款項入帳之前，物權文件一律交付保管',
          '依雙方約定，以銀行款項或穩定幣結算',
        ],
      },
    ],
    infoArr: [
      {
        key: 'metals',
        title: '基本金屬與貴金屬',
        img: { motif: 'ingots', seed: 111, alt: '水面上層疊的金屬錠' },
        phone_img: { motif: 'ingots', seed: 112, alt: '水面上層疊的金屬錠' },
        list: ['銅、鋁、鋅、金、銀，從精礦到成品錠塊。', '每一批貨都憑化驗證書，從礦場大門追溯至金庫。'],
      },
      {
        key: 'softs',
        title: '軟性商品',
        img: { motif: 'furrows', seed: 121, alt: '伸向地平線的犁溝' },
        phone_img: { motif: 'furrows', seed: 122, alt: '伸向地平線的犁溝' },
        list: [
          '咖啡、可可、糖、穀物與棉花，融資貫穿整個產季。',
          '收成之後才還款，農戶不必在盛產跌價時賤賣。',
        ],
      },
      {
        key: 'logistics',
        title: '倉儲與航運',
        img: { motif: 'containers', seed: 131, alt: '滿載貨櫃的船' },
        phone_img: { motif: 'containers', seed: 132, alt: '滿載貨櫃的船' },
        list: [
          '倉庫、儲槽與艙位在融資時一併訂妥，不留到事後。',
          '直到買方簽收為止，貨物始終由同一個窗口負責。',
        ],
      },
    ],
    bottomArr: [
      {
        key: 'trading',
        title: '我們的自營交易部門',
        list: [
          '除了為他人融資，我們也以自有資金進行交易。交易部門專精於金屬與軟性商品，這些市場的買賣兩端，我們都親身參與。',
          '該部門使用自己的信用額度，與客戶的融資額度及任何錢包餘額完全分開。',
          '若某筆交易的規模超過我們適合獨力承擔的範圍，我們可邀請資金夥伴共同參與，條件與我們自己所接受的相同。',
        ],
      },
    ],
  },
  2: {
    value: 2,
    img: { motif: 'spans', seed: 21, alt: '長橋的纜索' },
    phone_img: { motif: 'spans', seed: 22, alt: '長橋的纜索' },
    label: '基礎建設融資與開發',
    info: '為攸關民生的基礎建設挹注資金與專業，從最初的勘測，到數十年的營運。',
    arr: [
      {
        key: 'finance',
        title: '資金從何處投入',
        list: [
          '前期開發：測量、許可、土地與設計',
          '支應專案至融資定案為止的過渡融資',
          '依工程里程碑撥款的興建與設備融資',
          '為具長期收入的營運資產再融資',
        ],
      },
      {
        key: 'development',
        title: '專案如何開發',
        list: [
          '由與結果無利害關係的工程師進行技術審查',
          '每項風險都由最能掌控它的一方承擔，並寫入合約',
          '在地就業與環境條款直接列入貸款文件',
          '每月對照成本、時程與安全回報進度',
        ],
      },
    ],
    infoArr: [
      {
        key: 'power',
        title: '電力與電網',
        img: { motif: 'wires', seed: 211, alt: '高壓電塔之間的輸電線' },
        phone_img: { motif: 'wires', seed: 212, alt: '高壓電塔之間的輸電線' },
        list: [
          '太陽能、風力、水力與儲能，以及串起它們的線路。',
          '收入來自與信用良好的購電方所簽的長期合約。',
        ],
      },
      {
        key: 'transport',
        title: '港口、道路與鐵路',
        img: { motif: 'spans', seed: 221, alt: '匯聚於橋塔的纜索' },
        phone_img: { motif: 'spans', seed: 222, alt: '匯聚於橋塔的纜索' },
        list: ['泊位、橋梁、貨運場站，以及其間欠缺的短程連結。', '規模取決於實測運量，而非期望。'],
      },
      {
        key: 'water',
        title: '水務與廢棄物',
        img: { motif: 'current', seed: 231, alt: '繞石分流的水' },
        phone_img: { motif: 'current', seed: 232, alt: '繞石分流的水' },
        list: ['淨水、海水淡化、排水，以及廢棄物的能源回收。', '分期興建，讓城鎮只為用得到的容量付費。'],
      },
    ],
    bottomArr: [],
  },
  3: {
    value: 3,
    img: { motif: 'traces', seed: 31, alt: '電路的走線' },
    phone_img: { motif: 'traces', seed: 32, alt: '電路的走線' },
    label: '科技融資與市場拓展',
    info: '為產品已經成熟的公司而設：下一步也許是一座工廠、一張執照，或是進軍另一個國家。',
    arr: [
      {
        key: 'finance',
        title: '合乎產品的融資',
        list: [
          '以合約收入或經常性收入為基礎的成長貸款',
          '機器、伺服器與測試設備的租賃',
          '就授權金、權利金與已核定的補助預先撥款',
          '與領投方並行的少數股權投資',
        ],
      },
      {
        key: 'access',
        title: '走進新市場',
        list: [
          '引介曾向同一批買家銷售的在地夥伴',
          '協助處理認證、海關稅則與資料法規',
          '在我們已融資的基礎建設中提供試行場域',
          '首批訂單貨到付款，信用風險由我們承擔',
        ],
      },
    ],
    infoArr: [
      {
        key: 'energy',
        title: '潔淨能源與儲能',
        img: { motif: 'cells', seed: 311, alt: '俯視排列緊密的電池芯' },
        phone_img: { motif: 'cells', seed: 312, alt: '俯視排列緊密的電池芯' },
        list: [
          '電池芯、變流器、電表，以及負責調度平衡的軟體。',
          '經驗證的試行案，透過我們自己的專案化為訂單。',
        ],
      },
      {
        key: 'automation',
        title: '自動化與感測',
        img: { motif: 'traces', seed: 321, alt: '分岔通往節點的訊號走線' },
        phone_img: { motif: 'traces', seed: 322, alt: '分岔通往節點的訊號走線' },
        list: ['礦場、港口與廠房所需的機器人、巡檢與控制系統。', '費用出自雙方共同量測的節省金額。'],
      },
      {
        key: 'payments',
        title: '支付與數位資產',
        img: { motif: 'links', seed: 331, alt: '由多股線條構成的兩個相扣圓環' },
        phone_img: { motif: 'links', seed: 332, alt: '由多股線條構成的兩個相扣圓環' },
        list: ['錢包、結算，以及代幣化的物權文件。', '我們只為自己也願意用來結算貨款的技術融資。'],
      },
    ],
    bottomArr: [],
  },
  4: {
    value: 4,
    img: { motif: 'rings', seed: 41, alt: '年輪' },
    phone_img: { motif: 'rings', seed: 42, alt: '年輪' },
    label: '實體資產管理',
    info: '受業主委託持有並管理土地、建物、機器與金屬，並定期報告每一項資產的現況。',
    arr: [
      {
        key: 'manage',
        title: '我們照管什麼',
        list: [
          '挑選與購置，並到現場查核產權與現況',
          '日常營運：租客、作物、維護與保險',
          '融資維持在業主書面訂定的上限之內',
          '出售或移轉，自購入當日起即有規劃',
        ],
      },
      {
        key: 'report',
        title: '業主看得到什麼',
        list: [
          '資產由獨立的法律主體持有，絕不與我們自有資產混同',
          '每年至少由外部專家估值一次',
          '每季報告逐項列出各資產的收入、成本與現金',
          '我們的收費集中於一張表，並列明每項實收金額',
        ],
      },
    ],
    infoArr: [
      {
        key: 'property',
        title: '收益型不動產',
        img: { motif: 'storeys', seed: 411, alt: '從轉角望去的樓層' },
        phone_img: { motif: 'storeys', seed: 412, alt: '從轉角望去的樓層' },
        list: ['已有租客的倉庫、廠房與辦公室。', '租金為先，轉售次之。'],
      },
      {
        key: 'land',
        title: '農地與森林',
        img: { motif: 'rings', seed: 421, alt: '樹木的年輪' },
        phone_img: { motif: 'rings', seed: 422, alt: '樹木的年輪' },
        list: ['出租給真正耕作的人，租約訂明養護地力的條件。', '伐木的速度，絕不快過林木生長。'],
      },
      {
        key: 'stores',
        title: '保管中的金屬',
        img: { motif: 'vault', seed: 431, alt: '金庫層架上的金條' },
        phone_img: { motif: 'vault', seed: 432, alt: '金庫層架上的金條' },
        list: ['指定金條，逐條編號列冊。', '可選擇紙本憑證，或公鏈上的代幣。'],
      },
    ],
    bottomArr: [],
  },
};
