import { TestEnvironment } from 'jest-environment-jsdom';

/** jsdom has no layout, so sizes never change. */
class StillObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** jsdom with the web globals that viem and fetch-based code need. */
export default class WebGlobalsEnvironment extends TestEnvironment {
  override async setup() {
    await super.setup();
    Object.assign(this.global, {
      TextEncoder,
      TextDecoder,
      Uint8Array,
      fetch,
      Headers,
      Request,
      Response,
      structuredClone,
      ResizeObserver: StillObserver,
      // Lets a test set the page's origin to its own server.
      movePage: (url: string) => this.dom?.reconfigure({ url }),
    });
    // jsdom has no scrolling either.
    this.global.Element.prototype.scrollIntoView = () => {};
  }
}
