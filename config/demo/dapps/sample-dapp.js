/* What the sample DApps have in common: a second language, and buttons that connect first. */
(() => {
  const isChinese = navigator.language.startsWith('zh');
  const say = isChinese
    ? {
        missing: '請在錢包的 DApp 頁面開啟本頁。',
        asking: '請在錢包中確認。',
        sent: '已送出，正在等待網路確認。',
        failed: '網路拒絕了這筆交易，詳情請見錢包。',
        refused: (reason) => `未完成：${reason}`,
      }
    : {
        missing: 'Open this page on the DApps page of the wallet.',
        asking: 'Confirm in the wallet.',
        sent: 'Sent. Waiting for the network.',
        failed: 'The network rejected it. The wallet shows what happened.',
        refused: (reason) => `Not done: ${reason}`,
      };
  const status = document.querySelector('[role=status]');
  const whenWallet = (start) => {
    if (window.ethereum) start();
    else window.addEventListener('ethereum#initialized', start);
  };
  if (!window.ethereum) status.textContent = say.missing;
  whenWallet(() => {
    status.textContent = '';
  });

  /** Shows the page's texts in Chinese if that is the browser's language. */
  window.sayInChinese = (texts) => {
    if (!isChinese) return;
    document.documentElement.lang = 'zh-Hant';
    for (const element of document.querySelectorAll('[data-text]'))
      element.textContent = texts[element.dataset.text];
  };

  const wait = () => new Promise((resolve) => setTimeout(resolve, 1_000));

  /**
   * When a button is pressed, calls `send` with the account, and then `read` with what `send` resolved to until that resolves to
   * whether it succeeded, instead of null. `done` is what the page says then, in English and Chinese.
   */
  window.onPress = (button, { send, read, done }) => {
    whenWallet(() => {
      button.disabled = false;
    });
    button.addEventListener('click', async () => {
      status.textContent = say.asking;
      try {
        const [account] = await window.ethereum.request({ method: 'eth_requestAccounts' });
        const sent = await send(account);
        status.textContent = say.sent;
        let outcome = await read(sent);
        while (outcome === null) {
          await wait();
          outcome = await read(sent);
        }
        status.textContent = outcome ? done[isChinese ? 1 : 0] : say.failed;
      } catch (error) {
        status.textContent = say.refused(error.message);
      }
    });
  };
})();
