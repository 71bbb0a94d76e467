import { routes } from '@/lib/routes';
import { isLocalDemo } from '@/lib/settings/build-env';
import type { HelpText } from '../types';
import { claims, infoMailbox, operator, securityContact } from '../website';

const hasCard = claims.card !== null;
const hasMessages = claims.messages !== null;
const contact = { href: routes.contact, label: '聯絡我們' };

export const helpZhHant: HelpText = {
  title: '安全與說明',
  intro: ['您的資產與私鑰如何受到保護、哪些部分尚未經外部查核，以及出問題時該怎麼辦。'],
  sections: [
    {
      id: 'how',
      title: '運作方式',
      body: [],
      topics: [
        {
          id: 'keys',
          title: '您的私鑰',
          body: [
            '私鑰與助記詞只在您連接的錢包裡。Tidewell 從不索取，也無法代為復原。任何人向您索取，都是想偷走您的錢。',
            '錢包請您簽署交易之前，Tidewell 會列出轉出什麼、收到什麼。登入時簽署的訊息無法動用資產。',
            ...(isLocalDemo
              ? ['這是在本機執行的示範網站，示範錢包的私鑰是公開的：請勿轉入真正的資產。']
              : []),
          ],
        },
        {
          id: 'vault',
          title: '金庫',
          body: [
            '金庫是區塊鏈上的合約，您存入的資產記在您的地址名下，只有您的簽署能動用。如果您指定了救援地址，它在您設定的等待期過後也可以接管。',
            '金庫的擁有者可以暫停存入，也可以在固定的上限內調整限額與費用，但不能拿走您的餘額，也無法阻止提領。提領費用最多 1%。任何人都不能替換金庫的程式碼。',
            '質押、定期鎖倉與預售各有自己的合約與規則，簽署之前都看得到。',
          ],
          links: [{ href: routes.fees, label: '費用與限額' }],
        },
        ...(hasCard
          ? [
              {
                id: 'card',
                title: '卡片餘額',
                body: [
                  '卡片餘額由合約保管，不在發卡機構手上。消費核准後，合約先預留金額，商家扣款時才取走。',
                  'Tidewell 以一把金鑰把您的消費記入合約，並受您設定的限額約束。萬一這把金鑰失竊，竊取者最多只能扣到限額，不能把代幣轉到任何地址。',
                  '沒有被消費預留的餘額都可以提領。等待期過後，即使 Tidewell 沒有回應也能提領。',
                ],
              },
            ]
          : []),
        ...(hasMessages
          ? [
              {
                id: 'messages',
                title: '訊息',
                body: [
                  '訊息採用端對端加密（MLS，RFC 9420），只有對話成員的裝置讀得到。',
                  '我們的伺服器知道哪些地址互相通訊，以及時間與資料量。這個頁面的程式碼也來自我們的伺服器：如果有人控制了伺服器，就可能更改程式碼並讀取訊息。',
                ],
              },
            ]
          : []),
      ],
    },
    {
      id: 'audits',
      title: '哪些經過查核',
      body: [
        '合約、網站與加密訊息，目前都沒有經過外部機構的安全稽核。',
        '專案團隊自行測試並審查了這些部分，也以數學方法證明了合約的部分規則，但這不能取代外部稽核。',
        '請只投入您能承受損失的金額。',
      ],
    },
    {
      id: 'report',
      title: '通報安全漏洞',
      body: [
        '公開之前，請先來信告訴我們，並要求以不公開的管道聯絡。請說明：',
        ['攻擊者能做什麼，需要哪些條件；', '重現的步驟；', '您測試的頁面、合約或版本。'],
        '請只在您自己的本機副本上測試，不要使用他人的帳戶或資產。',
        '我們會在 3 個工作天內確認收到，10 個工作天內告訴您能否重現與嚴重程度，並在 90 天內發布修正。如果您願意，我們會註明您的貢獻。',
      ],
      links: [{ href: securityContact }],
    },
    {
      id: 'questions',
      title: '常見問題',
      body: [],
      topics: [
        {
          id: 'lost-phone',
          title: '手機不見了，我的錢也沒了嗎？',
          body: [
            '只要有助記詞就還在：您的資產在網路上，不在手機裡。請在另一台裝置上以助記詞復原錢包。如果別人可能解鎖那支手機，請立刻把資產全部移到新錢包。',
            '沒有助記詞，任何人都無法復原錢包。如果您先前指定了救援地址，它可以接管您在 Tidewell 合約中的資產。',
            ...(hasCard ? ['請凍結卡片：在另一台裝置連接錢包，並開啟卡片頁面。'] : []),
            ...(hasMessages ? ['請在訊息設定中撤銷遺失的手機。'] : []),
          ],
          links: [
            { href: routes.recovery, label: '救援地址' },
            ...(hasCard ? [{ href: routes.card, label: '卡片' }] : []),
            ...(hasMessages ? [{ href: routes.messages, label: '訊息' }] : []),
          ],
        },
        {
          id: 'wrong-network',
          title: '轉錯網路，錢拿得回來嗎？',
          body: [
            '如果轉到您自己的地址，通常可以：同一把私鑰也控制另一個網路上的這個地址，請在錢包中切換到那個網路。智慧合約錢包在那裡可能還不存在，請詢問它的開發者。',
            '如果轉給別人或交易所，只有對方能退回。Tidewell 無法撤銷已確認的交易。',
            '沒有透過「存入」而直接轉到合約地址的代幣，無法取回。',
          ],
          links: [{ href: routes.activity, label: '活動紀錄' }],
        },
        {
          id: 'fees',
          title: '有哪些費用？由誰收取？',
          body: [
            '網路手續費歸網路所有，以原生幣支付，交易失敗也會收取。免手續費付款時，您只需簽署，由 Tidewell 支付。',
            '從金庫提領，Tidewell 可能收取費用，最多 1%。提前退出定期鎖倉須付罰金，最多 5%。兌換須付路徑上各流動性池的費用。簽署之前，每一項都看得到。',
            ...(hasCard ? ['卡片消費可能在代幣價格上加計一定比例，比例列在卡片頁面。'] : []),
          ],
          links: [{ href: routes.fees, label: '費用與限額' }],
        },
        {
          id: 'card-real',
          title: '卡片是真的嗎？',
          body: hasCard
            ? [
                '要看發卡機構；申請之前，卡片頁面會列出名稱。真正的發卡機構依其條款提供卡片；測試用發卡機構的卡片無法在任何商店使用。',
                '本網站圖片中的卡片都是範例。',
              ]
            : ['還不是，卡片仍在規劃中。本網站圖片中的卡片都是範例。'],
          links: hasCard ? [{ href: routes.card, label: '卡片' }] : [],
        },
        {
          id: 'freeze',
          title: '誰能凍結我的錢？',
          body: [
            'Tidewell 不能凍結您的錢包，也不能阻止您從金庫提領。',
            '部分代幣（例如 USDC 與 USDT）的發行機構，可以凍結任何地址上的這些代幣。',
            '定期鎖倉在到期前無法動用，除非支付罰金。預售的款項在結束前無法動用，代幣則須等到解鎖。',
            ...(hasCard
              ? [
                  '我們與發卡機構可以凍結卡片，這只會停止消費，不影響提領。消費預留的金額會保留到扣款或釋放為止，最遲 35 天後，任何人都可以釋放。',
                ]
              : []),
          ],
        },
        {
          id: 'get-help',
          title: '如何取得協助？',
          body: [
            '請來信，並註明網路與交易雜湊（如果有）。',
            '我們絕不會索取您的私鑰、助記詞，也不會要求操作您的裝置。在聊天或廣告中主動提供協助的人，請務必小心。',
          ],
          links: [contact, { href: `mailto:${infoMailbox}` }],
        },
      ],
    },
    {
      id: 'operator',
      title: '誰營運這個網站',
      body: operator
        ? [operator.name, operator.address, ...(operator.registration ? [operator.registration] : [])]
        : ['營運方沒有在這裡公布名稱與地址。把資產交給這個網站之前，請先詢問。'],
      links: [
        contact,
        { href: routes.terms, label: '服務條款' },
        { href: routes.privacy, label: '隱私政策' },
      ],
    },
  ],
};
