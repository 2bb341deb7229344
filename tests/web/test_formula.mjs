// Formulas of the lessons' text as MathML: expected values are written by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withFormulas } from '../../src/web/formula.mjs';

const inner = (text) => withFormulas(text).replace(/<math alttext="[^"]*"><mrow>(.*?)<\/mrow><\/math>/g, '[$1]');

const FORMULAS = {
  'its height is y / w.': 'its height is [<mi>y</mi><mo>/</mo><mi>w</mi>].',
  '75° - 30° = 45°. The angle':
    '[<mn>75</mn><mtext>°</mtext><mo>−</mo><mn>30</mn><mtext>°</mtext><mo>=</mo><mn>45</mn><mtext>°</mtext>]. The angle',
  'weight is 3x² - 2x³: slow':
    'weight is [<mn>3</mn><msup><mi>x</mi><mrow><mn>2</mn></mrow></msup><mo>−</mo><mn>2</mn><msup><mi>x</mi><mrow><mn>3</mn></mrow></msup>]: slow',
  'In q v q⁻¹ each': 'In [<mi>q</mi><mi>v</mi><msup><mi>q</mi><mrow><mn>−1</mn></mrow></msup>] each',
  'z is f (d - n) / (f - n): 0':
    'z is [<mfrac><mrow><mi>f</mi><mrow><mo>(</mo><mi>d</mi><mo>−</mo><mi>n</mi><mo>)</mo></mrow></mrow>' +
    '<mrow><mi>f</mi><mo>−</mo><mi>n</mi></mrow></mfrac>]: 0',
  'n . l = 0.64 of': '[<mi>n</mi><mo>.</mo><mi>l</mi><mo>=</mo><mn>0.64</mn>] of',
  "x = 6 + 6 x', y = 2":
    '[<mi>x</mi><mo>=</mo><mn>6</mn><mo>+</mo><mn>6</mn><mi>x′</mi>], [<mi>y</mi><mo>=</mo><mn>2</mn>]',
};
for (const [text, expected] of Object.entries(FORMULAS)) test(text, () => assert.equal(inner(text), expected));

test('what is no formula stays text', () => {
  for (const text of ['A lands at (6, 0), by 60°.', 'a 12 x 12 picture', 'max(dot(n, l), 0.0)', 'bp_mat4_mul(a, b)', 'and/or', '5 cm. Half', 'a < b & "c"'])
    assert.ok(!withFormulas(text).includes('<math'), text);
  assert.equal(withFormulas('a < b & "c"'), 'a &lt; b &amp; &quot;c&quot;');
});

test('the lesson\'s own text is kept beside a formula', () => {
  const text = 'at z = f (d - n) / ((f - n) d). Which?';
  assert.equal(withFormulas(text).replace(/<math alttext="([^"]*)">.*?<\/math>/g, '$1'), text);
});
