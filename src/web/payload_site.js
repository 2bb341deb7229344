// The module and the assets, from the server beside the page. (payload_file.js takes their place in the
// single file.)
const Payload = (() => {
  'use strict';

  async function get(name) {
    const response = await fetch(name);
    if (!response.ok)
      throw new Error(`${name}: the server answers ${response.status} ${response.statusText}`);
    return response;
  }

  return {
    bytes: async (name) => new Uint8Array(await (await get(name)).arrayBuffer()),
    // Compiles while it loads, if the server names the type; some don't.
    async module() {
      const response = await get('bindpose.wasm');
      const streams = (response.headers.get('Content-Type') || '').startsWith('application/wasm');
      if (streams && WebAssembly.compileStreaming) return WebAssembly.compileStreaming(response);
      return WebAssembly.compile(await response.arrayBuffer());
    },
  };
})();
