// The texts of the exercises, from the comments at the top of the C files that students get:
// {name: [[tag, text, only], ...]} with the tags p, li, pre, and dl for lines of a term and its meaning, two
// spaces or more apart. `only`: it is of use to those who write C.
import fs from 'node:fs';
import path from 'node:path';

// A paragraph, a list after it, or text that keeps its lines, such as a table.
function blocksOf(text) {
  const blocks = [];
  let last = '';
  for (const line of text.split('\n')) {
    const item = /^ {2,}- (.*)/.exec(line);
    const indented = /^ {2,}/.test(line);
    const tag = item || (indented && last === 'li') ? 'li' : indented ? 'pre' : 'p';
    if (!line.trim()) {
      last = last === 'pre' ? 'pre-end' : '';
    } else if (item || tag !== last) {
      blocks.push([tag, item ? item[1] : tag === 'pre' ? line : line.trim()]);
      last = tag;
    } else {
      const block = blocks[blocks.length - 1];
      block[1] += tag === 'pre' ? `\n${line}` : ` ${line.trim()}`;
    }
  }
  return blocks;
}

const withoutIndent = (text) => {
  const indent = Math.min(...text.split('\n').map((line) => /^ */.exec(line)[0].length));
  return text.replace(new RegExp(`^ {${indent}}`, 'gm'), '');
};

// Lines with one gap: not a table of numbers, nor formulas whose `=` are below each other.
function isTerms(text) {
  const lines = text.split('\n').map((line) => line.trim().split(/ {2,}/));
  return (
    lines.some((line) => line.length === 2) &&
    lines.every(([, second = '', third]) => !third && second[0] !== '=')
  );
}

function textOf(source) {
  const comment = source.slice(source.indexOf('/*') + 2, source.indexOf('*/'));
  const lines = comment.split('\n').map((line) => line.replace(/^ \* ?/, ''));
  // Where two functions share a line, each gets its own.
  const body = lines
    .slice(1)
    .filter((line) => !/^ *Check it with:/.test(line))
    .map((line) => line.replace(/ {2,}(?=\w+ bp_\w+\()/g, '\n  ').replace(/^\n/, ''));
  let only = false;
  return blocksOf(body.join('\n').replace(/ ?You need no bp_ function\./, '')).map(([tag, text]) => {
    only ||= text.startsWith('You may call');
    const kind = tag === 'pre' && isTerms(text) ? 'dl' : tag;
    const smaller = {
      pre: (wide) => withoutIndent(wide).replace(/ {8}/g, ''),
      dl: (wide) => withoutIndent(wide).replace(/\n +/g, ' '), // a meaning that goes on in the next line
    }[kind];
    return [kind, smaller ? smaller(text) : text, ...(only ? [true] : [])];
  });
}

export function exerciseTexts(folder) {
  const files = fs.readdirSync(folder).filter((name) => name.endsWith('.c'));
  return Object.fromEntries(
    files.sort().map((name) => [name.slice(0, -2), textOf(fs.readFileSync(path.join(folder, name), 'utf8'))]),
  );
}
