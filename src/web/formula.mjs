// Formulas in the lessons' text as MathML. The lessons write them in a line, as people type them: "z = f (d - n) / (f - n)",
// "3x² - 2x³", "q v q⁻¹". Words around them stay text; so does what isn't surely a formula, such as a point "(6, 0)".
const NUMBER = /^\d+(?:\.\d+)?/;
const NAME = /^(?:pi|cos|roughness|[A-Za-z]\d?)(?:'|\.[xyzw](?![A-Za-z]))?/;
const UNIT = /^(?:°|%| ?(?:cm|m)(?![A-Za-z0-9]))/;
const RAISED = { '⁻¹': '-1', '²': '2', '³': '3' };
const SIGNS = { '*': '·', '-': '−' };
const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text) => text.replace(/[&<>"]/g, (one) => ESCAPES[one]);
const row = (content) => `<mrow>${content}</mrow>`;

// Reads one formula from the beginning of a text, by recursive descent: equation, sum, product, power, atom. Each
// returns MathML, or null where there is none; `at` is then where it was before.
class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
    this.signs = 0; // operators, powers and equations: without one it is no formula
  }

  rest() {
    return this.text.slice(this.at);
  }

  take(pattern) {
    const found = pattern.exec(this.rest());
    if (!found) return null;
    this.at += found[0].length;
    return found[0];
  }

  // `part`s with operators between them that `pattern` takes.
  chain(part, pattern) {
    let content = part();
    if (content === null) return null;
    for (;;) {
      const before = this.at;
      const sign = this.take(pattern);
      const next = sign === null ? null : part();
      if (next === null) {
        this.at = before;
        return content;
      }
      this.signs++;
      const text = sign.trim();
      content += `<mo>${SIGNS[text] || text}</mo>${next}`;
    }
  }

  equation() {
    return this.chain(() => this.sum(), /^ ?= ?/);
  }

  sum() {
    return this.chain(() => this.product(), /^ [+-] /);
  }

  // A fraction with more than a number or a name above or below has a bar.
  product() {
    let content = this.factors();
    if (content === null) return null;
    for (let before = this.at; this.take(/^ ?\/ ?/); before = this.at) {
      const below = this.factors();
      if (below === null) {
        this.at = before;
        break;
      }
      this.signs++;
      const bare = (one) => one.replace(/^<mrow><mo>\(<\/mo>(.*)<mo>\)<\/mo><\/mrow>$/, (all, inner) => (inner.includes('<mo>)') ? all : inner));
      content = /<m(row|sup)>/.test(content + below)
        ? `<mfrac>${row(bare(content))}${row(bare(below))}</mfrac>`
        : `${content}<mo>/</mo>${below}`;
    }
    return content;
  }

  // Factors with a sign between them, or without: 2x, f (d - n).
  factors() {
    let content = this.chain(() => this.power(), /^ (?:[·×*]|\.(?= [a-z]\b)) /);
    while (content !== null) {
      const before = this.at;
      this.take(/^ /);
      const next = /^[\d-]/.test(this.rest()) ? null : this.power();
      if (next === null) {
        this.at = before;
        break;
      }
      content += next;
    }
    return content;
  }

  power() {
    const base = this.atom();
    if (base === null) return null;
    const raised = this.take(/^(?:⁻¹|²|³)/);
    const before = this.at;
    let above = raised && `<mn>${RAISED[raised].replace('-', '−')}</mn>`;
    if (!raised && this.take(/^\^/)) above = this.atom();
    if (above === null) {
      this.at = before;
      return base;
    }
    this.signs++;
    return `<msup>${base}${row(above)}</msup>`;
  }

  atom() {
    const before = this.at;
    const minus = this.take(/^-(?=[\d(A-Za-z])/) ? '<mo>−</mo>' : '';
    const number = this.take(NUMBER);
    if (number) return `${minus}<mn>${number}</mn>${this.unit()}`;
    const name = this.take(NAME);
    if (name && !/^[A-Za-z0-9_]/.test(this.rest()))
      return `${minus}<mi>${name === 'pi' ? 'π' : name.replace("'", '′')}</mi>`;
    if (!name && this.take(/^\(/)) {
      const inner = this.equation();
      if (inner !== null && this.take(/^\)/)) return row(`${minus}<mo>(</mo>${inner}<mo>)</mo>`);
    }
    this.at = before;
    return null;
  }

  unit() {
    const unit = this.take(UNIT);
    return unit ? `<mtext>${unit.replace(' ', '\u00a0')}</mtext>` : '';
  }
}

// The text as HTML, its formulas as MathML, which has the lesson's text as its alternative.
export function withFormulas(text) {
  let html = '',
    done = 0;
  const start = /(?<![^\s(])[-\dA-Za-z(]/g;
  for (let found = start.exec(text); found; found = start.exec(text)) {
    const reader = new Reader(text.slice(found.index));
    const content = reader.equation();
    const whole = reader.text.slice(0, reader.at);
    const ends = /^(?:$|[\s.,:;?!)])/.test(reader.rest());
    if (content === null || reader.signs === 0 || !ends || !/[=/^²³¹·×*]| [+-] /.test(whole)) continue;
    html += `${escape(text.slice(done, found.index))}<math alttext="${escape(whole)}"><mrow>${content}</mrow></math>`;
    done = start.lastIndex = found.index + reader.at;
  }
  return html + escape(text.slice(done));
}
