// The address of what is shown, so that a link leads to it:
//   #        the list of lessons        #05, #05/3   a lesson, a step of it or another place there
//   #view    the viewer                 #demo        the crowd
//   #exercises  the list of exercises   #exercise/12b  one of them
// Behind it, or behind the page's name: ?theme=light|dark, ?numbers=columns|rows, ?compact (for frames in
// other pages), joined by &.
const Address = (() => {
  'use strict';

  const pad = (number) => String(number).padStart(2, '0');

  function parse(href = location.href) {
    const url = new URL(href);
    const [path, query = ''] = url.hash.slice(1).split('?');
    const options = new URLSearchParams(url.search);
    for (const [name, value] of new URLSearchParams(query)) options.set(name, value);
    const lesson = /^(\d{1,2})(?:\/([\w-]+))?$/.exec(path);
    const settings = {};
    if (['light', 'dark'].includes(options.get('theme'))) settings.theme = options.get('theme');
    if (['rows', 'columns'].includes(options.get('numbers'))) settings.numbers = options.get('numbers');
    const compact = options.has('compact') && options.get('compact') !== '0';
    if (lesson)
      return {
        program: 'lesson',
        lesson: Number(lesson[1]),
        place: lesson[2] || '',
        settings,
        compact,
        query,
      };
    const exercise = /^exercise\/(\d{1,2})([a-z]?)$/.exec(path);
    if (exercise)
      return { program: 'exercise', exercise: pad(exercise[1]) + exercise[2], settings, compact, query };
    const program = ['view', 'demo', 'exercises'].includes(path) ? path : 'list';
    return { program, settings, compact, query, unknown: program === 'list' && path !== '' };
  }

  // What makes another entry in the browser's history: another program or lesson, not another step.
  const keyOf = (shown) => `${shown.program} ${shown.lesson || shown.exercise || ''}`;

  function hashOf(shown, query) {
    let path = shown.program === 'list' ? '' : shown.program;
    if (shown.program === 'exercise') path = `exercise/${shown.exercise}`;
    const options = new URLSearchParams(query);
    for (const name of ['theme', 'numbers'])
      if (options.has(name) && shown[name]) options.set(name, shown[name]);
    const rest = options.toString().replace(/=(?=&|$)/g, '');
    return path || rest ? `#${path}${rest ? '?' + rest : ''}` : '';
  }

  // The address that the page has opened or made. Another one is the user's (back, a link): its event is still
  // to come, and until then pictures of the old program must not change it.
  let known = '';

  return {
    parse,

    // The address, to open it now.
    take() {
      known = location.href;
      return parse();
    },

    // Makes the address that of `shown`, which the program has described.
    follow(shown) {
      if (location.href !== known) return;
      const now = parse(),
        hash = hashOf(shown, now.query);
      if (hash === location.hash) return;
      const target = location.pathname + location.search + hash;
      const another = keyOf(shown) !== keyOf(now) && !now.unknown;
      history[another ? 'pushState' : 'replaceState'](null, '', target);
      known = location.href;
    },

    // `hash` with the options of this address: a compact page stays so.
    within(hash) {
      const { query } = parse();
      return query ? `${hash}?${query}` : hash;
    },

    // A link to `shown` for others: with columns if the numbers are so, without what is the reader's choice.
    linkTo(shown) {
      const url = new URL(location.href);
      url.hash = hashOf(shown, shown.numbers === 'columns' ? 'numbers=columns' : '');
      return url.href;
    },
  };
})();
