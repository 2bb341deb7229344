// What the browser keeps for the user: the files that programs write to their data folder (progress,
// settings, poses). Each instance gets them before it starts, and what it changes is kept after the frame that did it.
// If the browser keeps nothing (a private window, storage switched off), they last until the page is closed.
const Store = (() => {
  'use strict';
  const FOLDER = '/home/web_user/.local/share/bindpose';
  const PREFIX = 'bindpose/';
  const NAME = /^[\w.-]+\.json$/;
  const FORMAT = 'bindpose-progress-1';
  const PROGRESS = 'progress.json';
  const EXERCISES = 'exercises.json'; // {name: {passed, hints, answer}}
  const DEFAULTS = { theme: 'dark', numbers: 'rows', text: 1, babylon: false, still: false };
  const memory = new Map(); // name -> text, where localStorage fails
  let given = new Map(); // name -> text: what the instance has been given, or has written since
  let times = new Map(); // name -> time of change

  function names() {
    const found = new Set(memory.keys());
    try {
      for (const key of Object.keys(localStorage))
        if (key.startsWith(PREFIX)) found.add(key.slice(PREFIX.length));
    } catch {
      // Only what is in memory.
    }
    return [...found].filter((name) => NAME.test(name)).sort();
  }

  function get(name) {
    try {
      const text = localStorage.getItem(PREFIX + name);
      if (text !== null) return text;
    } catch {
      // Only what is in memory.
    }
    return memory.get(name) ?? null;
  }

  function set(name, text) {
    memory.set(name, text);
    try {
      localStorage.setItem(PREFIX + name, text);
    } catch (error) {
      console.info(`not kept: ${error}`);
    }
  }

  function parse(text) {
    try {
      return JSON.parse(text) || {};
    } catch {
      return {};
    }
  }

  const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

  // Two states of a lesson as one: a question once answered stays answered.
  function together(entry, other) {
    if (!isObject(entry) || !isObject(other)) return entry;
    const both = { ...other, ...entry, step: Math.max(entry.step || 0, other.step || 0) };
    const answered = [entry, other].flatMap((one) => (Array.isArray(one.answered) ? one.answered : []));
    if (answered.length > 0) both.answered = [...new Set(answered)].sort((a, b) => a - b);
    if (entry.ended || other.ended) both.ended = true;
    return both;
  }

  // Other tabs, and frames of a course page, keep their progress in the same place. So only the lessons are
  // written that differ from `before`.
  function keptProgress(text, before) {
    const kept = parse(get(PROGRESS) || '{}'),
      old = parse(before || '{}');
    for (const [lesson, entry] of Object.entries(parse(text)))
      if (JSON.stringify(entry) !== JSON.stringify(old[lesson])) kept[lesson] = together(entry, kept[lesson]);
    return JSON.stringify(kept);
  }

  // Two states of the exercises: one that was solved stays solved, with the answer that solved it.
  function keptExercises(text) {
    const kept = parse(get(EXERCISES) || '{}');
    for (const [name, entry] of Object.entries(parse(text))) {
      const old = isObject(kept[name]) ? kept[name] : {};
      if (!isObject(entry)) continue;
      kept[name] = old.passed && !entry.passed ? { ...entry, ...old } : { ...old, ...entry };
      kept[name].hints = Math.max(entry.hints || 0, old.hints || 0);
    }
    return JSON.stringify(kept);
  }

  // Of the settings only what the user has changed is kept, not what the address or the system asked for.
  function keptSettings(text) {
    const before = parse(given.get('settings.json') || '{}'),
      after = parse(text),
      kept = parse(get('settings.json') || '{}');
    for (const key of Object.keys(after))
      if (key in before && after[key] !== before[key]) kept[key] = after[key];
    return JSON.stringify(kept);
  }

  return {
    get isLasting() {
      try {
        localStorage.setItem(PREFIX + 'test', '1');
        localStorage.removeItem(PREFIX + 'test');
        return true;
      } catch {
        return false;
      }
    },

    // The files of a new instance. `wanted` are settings that the address or the system asks for.
    files(wanted) {
      given = new Map(names().map((name) => [name, get(name)]));
      const settings = { ...DEFAULTS, ...parse(given.get('settings.json') || '{}'), ...wanted };
      given.set('settings.json', JSON.stringify(settings));
      times = new Map();
      return Object.fromEntries([...given].map(([name, text]) => [`${FOLDER}/${name}`, text]));
    },

    // What is kept of a lesson: {step, left, answered, ended}, or some of it.
    lesson(name) {
      const entry = parse(get(PROGRESS) || '{}')[name];
      return isObject(entry) ? entry : {};
    },
    // The reader came to its end.
    finish(name) {
      const entry = { ...this.lesson(name), ended: true };
      set(PROGRESS, JSON.stringify({ ...parse(get(PROGRESS) || '{}'), [name]: entry }));
    },

    setting: (key) => parse(get('settings.json') || '{}')[key],
    keepSetting(key, value) {
      set('settings.json', JSON.stringify({ ...parse(get('settings.json') || '{}'), [key]: value }));
    },

    // What is kept of an exercise: {passed, hints, answer}, or some of it.
    exercise(name) {
      const entry = parse(get(EXERCISES) || '{}')[name];
      return isObject(entry) ? entry : {};
    },
    keepExercise(name, change) {
      const all = parse(get(EXERCISES) || '{}');
      set(EXERCISES, JSON.stringify({ ...all, [name]: { ...this.exercise(name), ...change } }));
    },

    // Keeps the files that the instance has changed. Times are compared first: nearly always nothing changed.
    keep(FS) {
      if (!FS.analyzePath(FOLDER).exists) return;
      for (const name of FS.readdir(FOLDER)) {
        if (!NAME.test(name)) continue;
        const path = `${FOLDER}/${name}`,
          time = FS.stat(path).mtime.getTime();
        if (times.get(name) === time) continue;
        times.set(name, time);
        const text = FS.readFile(path, { encoding: 'utf8' });
        if (given.get(name) === text) continue;
        if (name === 'settings.json') set(name, keptSettings(text));
        else set(name, name === PROGRESS ? keptProgress(text, given.get(name)) : text);
        given.set(name, text);
      }
    },

    exportText() {
      const files = Object.fromEntries(names().map((name) => [name, parse(get(name))]));
      return JSON.stringify({ format: FORMAT, files }, null, 2) + '\n';
    },

    // Takes a file that exportText wrote; progress joins what is here. Throws an Error with a message for the user.
    importText(text) {
      const read = parse(text);
      if (read.format !== FORMAT || !isObject(read.files))
        throw new Error(
          'This is not a file with progress of Bindpose. Choose one that "Save progress" wrote.',
        );
      const files = Object.entries(read.files).filter(
        ([name, content]) => NAME.test(name) && content && typeof content === 'object',
      );
      for (const [name, content] of files) {
        const written = JSON.stringify(content);
        const join = { [PROGRESS]: keptProgress, [EXERCISES]: keptExercises }[name];
        set(name, join ? join(written) : written);
      }
      return files.length;
    },
  };
})();
