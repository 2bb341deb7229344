// The module and the assets: in the single file from the page itself, where each is a <script type="text/plain"
// id="payload-NAME"> with the bytes compressed by gzip and written in base64; on a site from the server. A frame with the
// attribute sandbox may not read a server's files, but it may load a script: parts.js makes the same elements there.
const Payload = (() => {
  'use strict';
  const within = (name) => document.getElementById(`payload-${name}`);
  let parts = null;

  function loadParts() {
    parts ||= new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.src = 'parts.js';
      script.onload = resolve;
      script.onerror = () => reject(new TypeError('parts.js: failed to load'));
      document.head.append(script);
    });
    return parts;
  }

  async function unpacked(element) {
    const text = atob(element.textContent);
    element.remove();
    const packed = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) packed[i] = text.charCodeAt(i);
    if (typeof DecompressionStream === 'undefined')
      throw new Engine.Problem(
        'This browser is too old: Bindpose needs Chrome 123, Firefox 120, Safari 17.5, or a later one.',
      );
    return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip')));
  }

  async function get(name) {
    if (!within(name) && origin === 'null') await loadParts();
    if (within(name)) return unpacked(within(name));
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
