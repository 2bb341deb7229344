// Makes elements: element('p', { class: 'quiet' }, 'text', another), button('Close', () => ...).
const { element, button } = (() => {
  'use strict';

  function make(tag, attributes = {}, ...content) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...content);
    return made;
  }

  return {
    element: make,
    button(text, action, attributes = {}) {
      const made = make('button', { type: 'button', ...attributes }, text);
      made.addEventListener('click', action);
      return made;
    },
  };
})();
