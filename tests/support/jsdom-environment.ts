import { TestEnvironment } from 'jest-environment-jsdom';

/** jsdom lays nothing out, so nothing ever changes its size. */
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
      // Lets a test place its page at a server of its own.
      movePage: (url: string) => this.dom?.reconfigure({ url }),
    });
    // Nor is there anything to scroll.
    this.global.Element.prototype.scrollIntoView = () => {};
  }
}
