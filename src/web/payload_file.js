// The module and the assets, from the page itself: each is a <script type="text/plain" id="payload-NAME">
// with the bytes compressed by gzip and written in base64.
const Payload = (() => {
  'use strict';

  function decode(text) {
    const raw = atob(text);
    const bytes = new Uint8Array(raw.length);
    for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
    return bytes;
  }

  async function bytes(name) {
    const element = document.getElementById('payload-' + name);
    if (!element) throw new Error(`${name} is missing: this page was not saved completely`);
    const packed = decode(element.textContent);
    element.remove();
    if (typeof DecompressionStream === 'undefined')
      throw new Engine.Problem(
        'This browser is too old: Bindpose needs Chrome 91, Firefox 113, Safari 16.4, or a later one.',
      );
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  return { bytes, module: async () => WebAssembly.compile(await bytes('bindpose.wasm')) };
})();
