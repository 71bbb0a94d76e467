import { TestEnvironment } from 'jest-environment-jsdom';

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
    });
  }
}
